package partition

import "fmt"

// An Away is the error of a question that the node of a partition would have to answer, and it does not. With
// the whole web as Partition, no node answers.
type Away struct {
	Partition Partition
	Why       error // as the operator is told it: with the address of the node
}

// Error returns the whole reason.
func (a *Away) Error() string { return a.Brief() + ": " + a.Why.Error() }

// Brief returns what anybody may be told, also who is not to know the machines of the cluster.
func (a *Away) Brief() string {
	if a.Partition.IsWhole() {
		return "no node of the cluster answers"
	}
	return fmt.Sprintf("partition %d of %d does not answer", a.Partition.Number, a.Partition.Of)
}

// Unwrap returns why the node does not answer.
func (a *Away) Unwrap() error { return a.Why }
