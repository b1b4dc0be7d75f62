// All content is inserted as text, never as markup. This script follows frame.js.
const data = JSON.parse(document.getElementById("data").textContent);

let page = -1; // shown
let block = -1; // selected
let listed = []; // indices of the blocks in the list
let over = -1; // block under the pointer, on the page

const address = (i) => "#page-" + (page + 1) + (i < 0 ? "" : "-" + (i + 1)); // counted from 1

const signed = (x) => (x < 0 ? "\u2212" : "+") + Math.abs(x).toFixed(2);
const share = (p) => p.toFixed(2).replace(/^0/, "");
const label = (i) => data.labels[i];
const isKept = (i) => !label(i).other;
const key = (i) => make("b", { class: "key l" + i }, label(i).key);
const ERRORS = { missed: "missed", kept: "kept wrongly", label: "wrong label" };

function route() {
  const [, number, chosen] = location.hash.match(/^#page-(\d+)(?:-(\d+))?$/) || [];
  const only = !data.overview && data.pages.length ? 0 : -1;
  const wanted = data.pages[number - 1] ? number - 1 : only;
  $("overview").hidden = wanted >= 0;
  document.querySelector(".skip").hidden = wanted < 0;
  if (!$("viewer")) return;
  $("viewer").hidden = wanted < 0;
  document.body.classList.toggle("paged", wanted >= 0);
  if (wanted >= 0 && wanted !== page) show(wanted);
  if (wanted < 0) page = -1;
  if (wanted >= 0 && chosen !== undefined) choose(chosen - 1, true, false);
}

function show(number) {
  page = number;
  block = over = -1;
  const one = data.pages[page];
  $("page-title").textContent = one.id;
  $("page-title").hidden = !data.overview; // same as the report's title
  $("facts").replaceChildren(...facts(one));
  $("back").hidden = !data.overview;
  for (const [id, to] of [["previous", page - 1], ["next", page + 1]]) {
    $(id).hidden = !data.pages[to];
    $(id).href = "#page-" + (to + 1);
  }
  const gold = Object.keys(one.counts).length > 0;
  for (const option of document.querySelectorAll("option.gold")) option.hidden = !gold;
  $("filter").value = "all";
  $("detail").replaceChildren(make("p", {}, one.blocks.length
    ? "Select a block in the list or on the page, or use the arrow keys."
    : "This page has no text."));
  list();
  $("stage").scrollTo(0, 0);
  const frame = $("frame");
  frame.style.height = frame.style.width = "";
  frame.srcdoc = one.frame;
  if (data.overview) scrollTo(0, 0);
}

function facts(one) {
  const out = [];
  const add = (name, value) => out.push(make("span", {}, name + " ", make("b", {}, value)));
  if (one.title) out.push(make("span", {}, one.title));
  if (one.type) add("type", one.type);
  for (const [name, value] of Object.entries(one.facts))
    add(name.replace(/_/g, " ").replace("f1", "F1"), value.toFixed(3));
  for (const [name, count] of Object.entries(one.counts)) add(ERRORS[name], String(count));
  if (one.blocks.length === data.most) add("blocks shown: first", String(data.most));
  return out;
}

const FILTERS = {
  all: () => true,
  content: (one) => !label(one.label).other,
  boilerplate: (one) => label(one.label).other,
  doubtful: (one) => one.p[one.label] < 0.8,
  wrong: (one) => one.error,
  missed: (one) => one.error === "missed",
  kept: (one) => one.error === "kept",
};

function list() {
  const wanted = $("filter").value;
  const number = wanted.startsWith("label-") ? Number(wanted.slice(6)) : -1;
  const chosen = number < 0 ? FILTERS[wanted] : (one) => one.label === number;
  const blocks = data.pages[page].blocks;
  listed = blocks.flatMap((one, i) => (chosen(one) ? [i] : []));
  $("blocks").style.setProperty("--digits", String(blocks.length).length);
  $("count").textContent = listed.length + " of " + blocks.length;
  $("blocks").replaceChildren(...listed.map((i) => row(blocks[i], i)));
  mark();
}

function row(one, i) {
  const error = one.error ? make("em", { class: "error " + one.error }, ERRORS[one.error]) : "";
  const option = make("div",
    { role: "option", id: "block-" + i, class: "row", "aria-selected": "false" },
    make("small", { class: "number" }, String(i + 1)),
    key(one.label),
    make("span", { class: "p l" + one.label, "--p": 100 * one.p[one.label] + "%" },
      share(one.p[one.label])),
    make("span", { class: "text" }, error, one.text.slice(0, 160)));
  option.addEventListener("click", () => choose(i, true, true));
  return option;
}

function choose(i, scroll, linked) {
  const one = data.pages[page].blocks[i];
  if (!one) return;
  if (!listed.includes(i)) {
    $("filter").value = "all";
    list();
  }
  block = i;
  over = -1;
  detail(i);
  mark();
  outline(i);
  const option = $("block-" + i);
  if (option) within($("blocks"), option);
  if (scroll) reveal(i);
  if (linked) history.replaceState(null, "", address(i));
}

function mark() {
  for (const option of $("blocks").querySelectorAll("[aria-selected=true]"))
    option.setAttribute("aria-selected", "false");
  const option = $("block-" + block);
  if (option) option.setAttribute("aria-selected", "true");
  if (option) $("blocks").setAttribute("aria-activedescendant", option.id);
  else $("blocks").removeAttribute("aria-activedescendant");
}

function reveal(i) {
  const box = marks(i).map((one) => one.getBoundingClientRect()).find((one) => one.width);
  const unseen = $("detail").querySelector(".unseen");
  if (unseen) unseen.hidden = Boolean(box) || !$("frame").contentDocument;
  if (!box) return;
  const stage = $("stage");
  stage.scrollTop = Math.max(0, box.top - stage.clientHeight / 3);
  stage.scrollLeft = box.left + 200 > stage.clientWidth ? box.left - 20 : 0;
}

// Details.

function detail(i) {
  const one = data.pages[page].blocks[i];
  const parts = [make("h3", {}, key(one.label), " " + label(one.label).role + " ",
    make("span", { class: "number" }, share(one.p[one.label])),
    make("small", {}, "block " + (i + 1)))];
  parts.push(make("p", { class: "instead" }, "runner-up ", key(one.other),
    " " + label(one.other).role + " " + share(one.p[one.other])));
  if (one.gold !== undefined)
    parts.push(make("p", { class: one.error ? "error " + one.error : "" },
      "gold ", key(one.gold), " " + label(one.gold).role,
      one.error ? ": " + ERRORS[one.error] : ": correct"));
  for (const [filter, before, after] of one.changes || [])
    parts.push(make("p", {}, "filter " + filter + " changed ", key(before), " to ", key(after)));
  parts.push(make("blockquote", {}, one.text));
  parts.push(make("p", { class: "unseen", hidden: "" }, "This block is not visible on the page."));
  if (one.steps) parts.push(make("ol", { class: "steps" }, ...one.steps.map(step)));
  parts.push(shares(one));
  parts.push(make("p", { class: "path" }, one.path));
  $("detail").replaceChildren(...parts);
  $("detail").scrollTop = 0;
}

function step([text, otherwise]) {
  return make("li", {}, text, ...(otherwise == null ? [] : [" (otherwise ", key(otherwise), ")"]));
}

function shares(one) {
  const rows = (one.shares || []).map(([name, value, amount]) =>
    [data.names[name] + (value === null ? "" : " = " + value), amount]);
  const [before, after] = one.around || [0, 0];
  if (before) rows.push(["labels before", before]);
  if (after) rows.push(["labels after", after]);
  const most = Math.max(0.01, ...rows.map(([, amount]) => Math.abs(amount)));
  const lines = rows.map(([name, amount]) => make("tr", {},
    make("th", { scope: "row" }, name),
    make("td", {}, make("span",
      { class: amount < 0 ? "share against" : "share for", "--share": 50 * Math.abs(amount) / most + "%" })),
    make("td", { class: "number" }, signed(amount))));
  const caption = make("caption", {}, "Evidence for ", key(one.label), " (+) and for ",
    key(one.other), " (\u2212), in natural logarithms");
  const foot = make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, "total"), make("td", {}),
    make("td", { class: "number" }, signed(one.sum))));
  return make("table", { class: "shares" }, caption, make("tbody", {}, ...lines), foot);
}

// The frame is as tall as the page, so that only the stage scrolls. A shield above it receives all
// pointer events, so that nothing in the frame can be clicked.

// A page opens at its content, not at its menu.
function start() {
  const first = data.pages[page].blocks.findIndex(FILTERS.content);
  if (first < 0) return;
  reveal(first);
  const option = $("block-" + first);
  if (option) $("blocks").scrollTop = option.offsetTop - $("blocks").offsetTop;
}

if ($("viewer")) {
  whenLoaded(isKept, () => {
    if (block >= 0) choose(block, true, false);
    else start();
  });
  // Content that scrolls under a resting pointer is not pointed at.
  let place = "", rests = false;
  addEventListener("pointermove", (event) => {
    const now = event.screenX + " " + event.screenY;
    rests = now === place || event.pointerType === "touch";
    place = now;
  }, true);
  $("blocks").addEventListener("pointermove", (event) => {
    if (rests) return;
    const row = event.target.closest(".row");
    outline(row ? Number(row.id.slice(6)) : block);
  });
  $("blocks").addEventListener("pointerleave", () => outline(block));
  $("shield").addEventListener("pointermove", (event) => {
    if (rests) return;
    const found = under(event);
    if (found === over) return;
    over = found;
    if (found >= 0 && data.pages[page].blocks[found]) detail(found);
    else if (block >= 0) detail(block);
    outline(found >= 0 ? found : block);
  });
  $("shield").addEventListener("pointerleave", () => {
    over = -1;
    outline(block);
    if (block >= 0) detail(block);
  });
  $("shield").addEventListener("click", (event) => {
    const found = under(event);
    if (found < 0) return;
    choose(found, false, true);
    $("blocks").focus({ preventScroll: true }); // not the page: arrow keys would scroll it
  });
  $("filter").addEventListener("change", list);
  $("shown").addEventListener("change", () => hide(isKept));
  let wide = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== wide) fit();
    wide = innerWidth;
  });
  const MOVES = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
  const takesArrows = (element) => {
    const text = element.closest("#stage, #detail, blockquote");
    return element.matches("input, select") || (text && text.scrollHeight > text.clientHeight);
  };
  const move = (event) => {
    if (!(event.key in MOVES) || !listed.length || page < 0) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const inList = $("blocks").contains(event.target);
    if (!inList && (!event.key.startsWith("Arrow") || takesArrows(event.target))) return;
    event.preventDefault();
    if (event.target === document.body) $("blocks").focus({ preventScroll: true });
    const at = listed.indexOf(block);
    const to = at < 0 ? (event.key === "End" ? listed.length - 1 : 0) : at + MOVES[event.key];
    choose(listed[Math.min(listed.length - 1, Math.max(0, to))], true, true);
  };
  addEventListener("keydown", move);
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address keeps naming the page
    $("blocks").focus();
  });
}
addEventListener("hashchange", route);
route();
