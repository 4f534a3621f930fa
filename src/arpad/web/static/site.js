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
  for (const form of document.querySelectorAll("form[data-suggest]")) {
    const field = form.querySelector("input[type=search]"), list = document.createElement("div");
    list.className = "suggestions";
    list.hidden = true;
    form.append(list);
    field.addEventListener("input", wait(async () => {
      const text = field.value.trim();
      if (text.length < 2) { list.hidden = true; return; }
      try {
        const answer = await fetch("/api/v1/players?limit=8&q=" + encodeURIComponent(text));
        const found = (await answer.json()).items;
        list.replaceChildren(...found.map((player) => {
          const link = document.createElement("a");
          link.href = (form.dataset.suggest || "/players/") + player.id;
          link.textContent = [player.title, player.name, player.federation, player.standard || player.rapid || player.blitz].filter(Boolean).join(" · ");
          return link;
        }));
        list.hidden = !found.length;
      } catch { list.hidden = true; }
    }, 120));
    form.addEventListener("keydown", (event) => {
      const links = [...list.children], at = links.indexOf(document.activeElement);
      if (event.key === "Escape") list.hidden = true;
      if (event.key === "ArrowDown" && links.length) { event.preventDefault(); links[(at + 1) % links.length].focus(); }
      if (event.key === "ArrowUp" && at >= 0) { event.preventDefault(); (links[at - 1] || field).focus(); }
    });
    document.addEventListener("click", (event) => { if (!form.contains(event.target)) list.hidden = true; });
  }
  for (const choice of document.querySelectorAll("select[data-path]")) {
    choice.addEventListener("change", () => { location.href = choice.dataset.path + choice.value; });
  }
})();
