// Completion of the search field as one types: an editable combobox with a list, as
// the ARIA Authoring Practices describe it. Without this script the field is a plain
// one, and nothing else is missing.
"use strict";

(function () {
  const delay = 80; // milliseconds without a key before the server is asked
  const suggest = new URL("suggest", document.currentScript.src); // beside this script, wherever the pages are
  let fields = 0;

  function enhance(input) {
    const form = input.form;
    const list = document.createElement("ul");
    const said = document.createElement("p");
    list.id = "completions-" + ++fields;
    list.className = "completions";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", input.dataset.list);
    list.hidden = true;
    said.className = "unseen";
    said.setAttribute("role", "status");
    input.after(list, said);
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", list.id);
    input.setAttribute("aria-expanded", "false");

    let typed = input.value; // what the completions are for
    let at = -1; // the option that is chosen
    let timer = 0;
    let asking = null;

    function close() {
      clearTimeout(timer);
      if (asking) asking.abort();
      asking = null;
      list.hidden = true;
      at = -1;
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
    }

    function choose(n) {
      const options = list.children;
      if (at >= 0) options[at].setAttribute("aria-selected", "false");
      at = n;
      if (at < 0) {
        input.value = typed;
        input.removeAttribute("aria-activedescendant");
        return;
      }
      options[at].setAttribute("aria-selected", "true");
      options[at].scrollIntoView({ block: "nearest" });
      input.value = options[at].dataset.text;
      input.setAttribute("aria-activedescendant", options[at].id);
    }

    function option(text, n) {
      const o = document.createElement("li");
      o.id = list.id + "-" + n;
      o.dataset.text = text;
      o.dir = "auto";
      o.setAttribute("role", "option");
      o.setAttribute("aria-selected", "false");
      const same = text.toLowerCase().startsWith(typed.toLowerCase()) ? typed.length : 0;
      const rest = document.createElement("b");
      rest.textContent = text.slice(same);
      o.append(text.slice(0, same), rest);
      o.addEventListener("click", function () {
        input.value = text;
        close();
        form.requestSubmit();
      });
      return o;
    }

    function show(texts) {
      if (document.activeElement !== input) return;
      if (texts.length === 0) {
        if (!list.hidden) said.textContent = input.dataset.none;
        close();
        return;
      }
      list.replaceChildren(...texts.map(option));
      at = -1;
      list.hidden = false;
      input.setAttribute("aria-expanded", "true");
      input.removeAttribute("aria-activedescendant");
      said.textContent = input.dataset.some.replace("{n}", texts.length);
    }

    async function ask() {
      if (asking) asking.abort();
      const mine = (asking = new AbortController());
      try {
        const answer = await fetch(suggest + "?" + new URLSearchParams({ q: typed }), { signal: mine.signal });
        const found = answer.ok ? await answer.json() : [typed, []];
        if (asking === mine) show(found[1]);
      } catch (_) {
        if (asking === mine) close(); // the page works without completions
      }
    }

    input.addEventListener("input", function (e) {
      typed = input.value;
      clearTimeout(timer);
      if (e.isComposing) return;
      if (typed.trim() === "") close();
      else timer = setTimeout(ask, delay);
    });
    input.addEventListener("compositionend", function () {
      typed = input.value;
      clearTimeout(timer);
      timer = setTimeout(ask, delay);
    });
    input.addEventListener("keydown", function (e) {
      if (e.isComposing || e.ctrlKey || e.metaKey) return;
      const n = list.children.length;
      if ((e.key === "ArrowDown" || e.key === "ArrowUp") && list.hidden) {
        if (input.value.trim() !== "" && !e.altKey) {
          typed = input.value;
          ask();
          e.preventDefault();
        }
      } else if (e.key === "ArrowDown") {
        choose(at + 1 < n ? at + 1 : -1);
        e.preventDefault();
      } else if (e.key === "ArrowUp") {
        choose(at < 0 ? n - 1 : at - 1);
        e.preventDefault();
      } else if (e.key === "Escape" && !list.hidden) {
        choose(-1);
        close();
        e.preventDefault();
      } else if (e.key === "Enter" || e.key === "Tab") {
        close();
      }
    });
    list.addEventListener("pointerdown", function (e) {
      e.preventDefault(); // the field keeps the focus
    });
    input.addEventListener("blur", close);
    form.addEventListener("submit", close);
  }

  for (const input of document.querySelectorAll('form[role="search"] input[name="q"]')) enhance(input);
})();
