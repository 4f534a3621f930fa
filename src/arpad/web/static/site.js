// Quicker, never needed: results while typing, suggestions in the search field, a month chosen at once.
"use strict";
(() => {
  const wait = (work, ms) => { let due; return (...given) => { clearTimeout(due); due = setTimeout(() => work(...given), ms); }; };
  const query = (form) => {
    const fields = new URLSearchParams(new FormData(form));
    for (const [name, value] of [...fields]) if (!value) fields.delete(name);
    return fields.toString();
  };
  for (const form of document.querySelectorAll("form[data-live]")) {
    let asked = 0;
    const show = async () => {
      const address = form.action + (query(form) ? "?" + query(form) : ""), mine = ++asked;
      try {
        const answer = await fetch(address, { headers: { accept: "text/html" } });
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const found = page.getElementById(form.dataset.live);
        if (found && mine === asked) {
          document.getElementById(form.dataset.live).replaceChildren(...found.childNodes);
          history.replaceState(null, "", address);
        }
      } catch { /* the button still works */ }
    };
    form.addEventListener("input", wait(show, 140));
    form.addEventListener("submit", (event) => { event.preventDefault(); show(); });
  }
  for (const [at, form] of document.querySelectorAll("form[data-suggest]").entries()) {
    const field = form.querySelector("input[type=search]"), list = document.createElement("div");
    let active = -1, asked = 0;
    list.className = "suggestions";
    list.id = "suggestions-" + at;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", field.getAttribute("aria-label") || field.closest("label")?.firstChild.textContent.trim() || "");
    for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-controls", list.id], ["aria-expanded", "false"]]) field.setAttribute(name, value);
    form.append(list);
    const choose = (to) => {
      active = to;
      for (const [place, option] of [...list.children].entries()) option.setAttribute("aria-selected", place === active ? "true" : "false");
      if (active < 0) field.removeAttribute("aria-activedescendant");
      else { field.setAttribute("aria-activedescendant", list.children[active].id); list.children[active].scrollIntoView({ block: "nearest" }); }
    };
    const open = (shown) => { list.hidden = !shown; field.setAttribute("aria-expanded", shown ? "true" : "false"); choose(-1); };
    const go = (option) => { location.href = (form.dataset.suggest || "/players/") + option.dataset.player; };
    open(false);
    field.addEventListener("input", wait(async () => {
      const text = field.value.trim(), mine = ++asked;
      if (text.length < 2) { open(false); return; }
      try {
        const answer = await fetch("/api/v1/players?limit=8&q=" + encodeURIComponent(text));
        const found = (await answer.json()).items;
        if (mine !== asked) return;
        list.replaceChildren(...found.map((player, place) => {
          const option = document.createElement("div");
          option.id = list.id + "-" + place;
          option.dataset.player = player.id;
          option.setAttribute("role", "option");
          option.textContent = [player.title, player.name, player.federation, player.standard || player.rapid || player.blitz].filter(Boolean).join(" · ");
          return option;
        }));
        open(found.length > 0);
      } catch { open(false); }
    }, 120));
    list.addEventListener("mousedown", (event) => { const option = event.target.closest("[role=option]"); if (option) { event.preventDefault(); go(option); } });
    field.addEventListener("keydown", (event) => {
      const many = list.children.length;
      if (list.hidden || !many) return;
      if (event.key === "Escape") { event.preventDefault(); open(false); }
      else if (event.key === "ArrowDown") { event.preventDefault(); choose((active + 1) % many); }
      else if (event.key === "ArrowUp") { event.preventDefault(); choose(active < 1 ? many - 1 : active - 1); }
      else if (event.key === "Enter" && active >= 0) { event.preventDefault(); go(list.children[active]); }
    });
    field.addEventListener("blur", () => open(false));
  }
  for (const choice of document.querySelectorAll("select[data-path]")) {
    choice.addEventListener("change", () => { location.href = choice.dataset.path + choice.value; });
  }
})();
