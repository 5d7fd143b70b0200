package impact

import "testing"

// TestQuantise: bytes grow with the frequency and stay within their step.
func TestQuantise(t *testing.T) {
	t.Parallel()
	last := uint8(0)
	for w := 0.01; w < 1e6; w *= 1.01 {
		q := Quantise(w)
		if q < last {
			t.Fatalf("%f has the impact %d after %d", w, q, last)
		}
		if last = q; w > 0.2 && w < 1e5 && (Weight(q) < float32(w*0.93) || Weight(q) > float32(w*1.07)) {
			t.Fatalf("%f becomes %f", w, Weight(q))
		}
	}
	if Quantise(0) != 1 || Quantise(-1) != 1 {
		t.Error("a posting has an impact")
	}
}

// TestFine: a Fine has the impact of what it was made of, and its middle has it too.
func TestFine(t *testing.T) {
	t.Parallel()
	for w := 0.0; w < 4095; w = w*1.0003 + 0.0001 {
		f := FineOf(w)
		if f.Impact() != Quantise(w) || Quantise(float64(f.Weight())) != Quantise(w) {
			t.Fatalf("%g has the impact %d, %d by its middle %g; want %d", w, f.Impact(), Quantise(float64(f.Weight())), f.Weight(), Quantise(w))
		}
		if got := float64(f.Weight()); got < w*0.999-0.0001 || got > w*1.001+0.0001 {
			t.Fatalf("%g became %g", w, got)
		}
	}
	if FineOf(-1) != FineOf(0) || FineOf(1e30) != MaxFine || MaxFine.Impact() != Quantise(4095) {
		t.Error("what is out of bounds is not the next that is in them")
	}
}
