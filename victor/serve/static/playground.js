"use strict";
// All content is inserted as text, never as markup. This script follows frame.js.
const LONGEST = 400000; // characters shown of an output

let view = null; // the page as the server shows it
let corrections = new Map(); // block to label
let past = [], future = []; // corrections and their confirmation before and after, for undo
let ticked = false; // whether a correction has confirmed the labels, rather than the user
let last = null; // the last label that was assigned
let block = -1; // selected
let listed = []; // indices of the blocks in the list
let changed = new Map(); // block to its label before teaching
let tab = "page", outputTab = "markdown";
let pending = null; // what is to be saved: the blocks whose corrections changed on a page
let saving = 0; // timer
let saves = 0; // number of the last request that saves
let request = 0; // number of the last request that changes the view
let loading = 0; // requests whose answers replace the view: no corrections until then
let others = 0; // other pages of the session whose labels are right
let tasks = [];

const isKept = (i) => !view.labels[i].other;

const counted = (n, name) => n + " " + name + (n === 1 ? "" : "s");
const share = (p) => p.toFixed(2).replace(/^0/, "");
const labelOf = (i) => corrections.get(i) ?? view.blocks[i].label;
const chip = (number) => {
  const one = view.labels[number];
  return make("span", { class: "key", "--label": one.colour, title: roleOf(number) }, one.key);
};
const roleOf = (number) => view.labels[number].other ? "boilerplate" : view.labels[number].role;

function say(text, kind) {
  $("status").className = kind || "";
  $("status").textContent = text;
}

// Requests.

class Refused extends Error {}

async function answered(path, options) {
  try {
    return await fetch(path, options);
  } catch {
    throw new Refused("The server does not respond. Is it still running?");
  }
}

async function ask(path, options) {
  const response = await answered(path, options);
  const found = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new Refused((found.error && found.error.message) || "The server responded with status " + response.status);
  return found;
}

const post = (path, value) => ask(path, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) });

async function working(text, run) {
  say(text, "busy");
  try {
    return await run();
  } catch (error) {
    say(error instanceof Refused ? error.message : "Error: " + error, "bad");
    return null;
  }
}

async function viewing(text, run) {
  loading++;
  try {
    return await working(text, run);
  } finally {
    loading--;
  }
}

function options() {
  const found = { task: $("task").value };
  const task = tasks.find((one) => one.name === found.task);
  const beta = 2 ** Number($("prefer").value);
  if (!task || Math.abs(Math.log2(task.prefer / beta)) > 0.26) found.prefer = beta;
  return found;
}

// Pages.

async function add(name, file) {
  await save();
  const body = await file.arrayBuffer().catch(() => null); // a folder, or a file that is gone
  if (!body) { say("The file cannot be read.", "bad"); return false; }
  const query = new URLSearchParams({ name, task: $("task").value || "web" });
  if ($("taught").checked && !$("with-taught").hidden) query.set("taught", "true");
  const found = await viewing("Cleaning " + (name || "the page") + "…", () => ask(
    "/playground/pages?" + query,
    { method: "POST", headers: { "Content-Type": "text/html" }, body }));
  if (!found) return false;
  $("page").append(make("option", { value: found.page }, found.name));
  for (const one of [...$("page").options]) // the server may have dropped pages to make room
    if (!found.pages.includes(Number(one.value))) one.remove();
  enter(found);
  return true;
}

function enter(found) {
  $("page").value = found.page;
  changed = new Map();
  past = []; future = []; ticked = false;
  show(found, false);
  summarise();
}

function summarise() {
  const kept = view.blocks.filter((_, i) => !view.labels[labelOf(i)].other).length;
  say(counted(view.blocks.length, "block") + ", " + kept + " kept, "
    + (view.blocks.length - kept) + " removed.");
}

async function reopen(number) {
  const mine = ++request;
  const found = await viewing("Loading the page…", () => post("/playground/pages/" + number, {}));
  if (found && mine === request) enter(found);
  else if (!found && view) $("page").value = view.page;
}

async function reload(more) {
  if (!view) return;
  await save();
  const mine = ++request;
  const value = { ...options(), taught: $("taught").checked, ...more };
  const found = await viewing("Cleaning…", () => post("/playground/pages/" + view.page, value));
  if (mine !== request) return;
  if (!found) {
    chosen();
    return;
  }
  changed = new Map();
  show(found, true);
  summarise();
}

function show(found, stay) {
  const same = stay && view && found.blocks.length === view.blocks.length;
  const at = same ? block : -1;
  view = found;
  corrections = new Map(found.corrections);
  pending = null;
  if (!stay || !same) { past = []; future = []; }
  document.body.classList.add("working");
  $("work").hidden = false;
  $("intro").hidden = true;
  folded(true);
  $("clear").hidden = false;
  $("done").checked = found.done;
  others = found.lessons - found.done;
  chosen();
  colours();
  about();
  outputs();
  choices();
  block = at;
  list();
  select(at, false);
  const top = same ? [$("stage").scrollLeft, $("stage").scrollTop] : [0, 0];
  const frame = $("frame");
  frame.dataset.ready = "";
  frame.dataset.scroll = top.join(" ");
  frame.style.height = frame.style.width = "";
  frame.srcdoc = found.frame;
  lessons();
  arrange();
}

function chosen() { // as the page is shown
  $("task").value = view.task;
  $("taught").checked = view.taught;
  setTaught();
  preferring(view.prefer);
}

function folded(is) {
  const within = $("input").contains(document.activeElement);
  $("input").hidden = is;
  if (is && within) (wide.matches || tab === "blocks" ? $("blocks") : $("stage")).focus({ preventScroll: true });
  $("more").setAttribute("aria-expanded", String(!is));
}

function preferring(given) {
  const task = tasks.find((one) => one.name === $("task").value);
  const named = { precision: 0.5, recall: 2 };
  const beta = named[given] || given || (task ? task.prefer : 1);
  $("prefer").value = Math.log2(beta);
  describe();
}

function describe() {
  const x = Number($("prefer").value);
  const text = x < 0 ? "less: precision" : x > 0 ? "more: recall" : "as much as is likely content";
  $("prefer-text").textContent = x === 0 ? "balanced" : x < 0 ? "for precision" : "for recall";
  $("prefer").setAttribute("aria-valuetext", text + ", beta " + (2 ** x).toFixed(2));
}

let taughtTask = "";
function setTaught() {
  $("with-taught").hidden = !taughtTask || taughtTask !== $("task").value;
}

function about() {
  const add = (name, value) => make("span", {}, name + " ", make("b", {}, value));
  const facts = [];
  if (view.title) facts.push(make("b", { class: "title", dir: "auto" }, view.title));
  facts.push(add("confidence", share(view.confidence)));
  facts.push(add("encoding", view.encoding));
  if (view.more) facts.push(make("span", {}, counted(view.more, "more block") + " not shown"));
  $("about").replaceChildren(...facts);
}

function outputs() {
  const fill = (name, text) => {
    const more = text.length - LONGEST;
    const end = more > 0 ? "\n… " + more.toLocaleString("en") + " more characters" : "";
    $("pane-" + name).firstElementChild.textContent = text.slice(0, LONGEST) + end || "(empty)";
  };
  for (const [name, text] of Object.entries(view.outputs)) fill(name, text);
  fill("json", view.json);
  $("pane-metadata").querySelector("tbody").replaceChildren(...view.metadata.map(([name, value, source]) =>
    make("tr", {}, make("th", { scope: "row" }, name.replace(/_/g, " ")),
      make("td", { dir: "auto" }, value), make("td", {}, source))));
}

// Views: side by side, or one at a time.

const wide = matchMedia("(min-width: 64rem)");
const VIEWS = { page: "Page", blocks: "Blocks", markdown: "Markdown", text: "Text", html: "HTML",
  metadata: "Metadata", json: "JSON" };
const isOutput = (name) => name !== "page" && name !== "blocks";

function tabs() {
  $("tabs").replaceChildren(...Object.entries(VIEWS).map(([name, text]) => {
    const one = make("button", { type: "button", role: "tab", id: "tab-" + name,
      "aria-controls": "pane-" + name }, text);
    one.addEventListener("click", () => choose(name));
    return one;
  }));
}

function choose(name) {
  tab = name;
  if (isOutput(name)) outputTab = name;
  arrange();
}

function arrange() {
  document.body.classList.toggle("wide", wide.matches);
  const now = wide.matches ? outputTab : tab;
  for (const name of Object.keys(VIEWS)) {
    const shown = wide.matches && !isOutput(name) ? true : name === now;
    $("pane-" + name).hidden = !shown;
    const one = $("tab-" + name);
    one.hidden = wide.matches && !isOutput(name);
    one.setAttribute("aria-selected", String(name === now));
    one.tabIndex = name === now ? 0 : -1;
    if (isOutput(name) || !wide.matches) $("pane-" + name).setAttribute("role", "tabpanel");
    else $("pane-" + name).removeAttribute("role");
  }
  const chosen = $("tab-" + now); // of more tabs than fit
  $("tabs").scrollLeft = Math.max(0, chosen.offsetLeft + chosen.offsetWidth - $("tabs").clientWidth);
  $("palette").hidden = !wide.matches && isOutput(now);
  fit();
}

$("tabs").addEventListener("keydown", (event) => {
  const names = Object.keys(VIEWS).filter((name) => !$("tab-" + name).hidden);
  const at = names.findIndex((name) => $("tab-" + name) === document.activeElement);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const to = event.key === "Home" ? 0 : event.key === "End" ? names.length - 1
    : step ? (at + step + names.length) % names.length : -1;
  if (to < 0) return;
  event.preventDefault();
  choose(names[to]);
  $("tab-" + names[to]).focus();
});

// The list of blocks.

const FILTERS = {
  all: () => true,
  kept: (i) => !view.labels[labelOf(i)].other,
  removed: (i) => view.labels[labelOf(i)].other,
  uncertain: (i) => !corrections.has(i) && view.blocks[i].p[view.blocks[i].label] < 0.8,
  corrected: (i) => corrections.has(i),
  changed: (i) => changed.has(i),
};

function list() {
  const wanted = FILTERS[$("filter").value];
  listed = view.blocks.flatMap((_, i) => (wanted(i) ? [i] : []));
  $("count").textContent = listed.length + " of " + view.blocks.length;
  $("blocks").replaceChildren(...listed.map(row));
}

function row(i) {
  const one = view.blocks[i], number = labelOf(i), p = corrections.has(i) ? 1 : one.p[number];
  const name = (view.labels[number].other ? "row other" : "row");
  const tags = [];
  if (corrections.has(i)) tags.push(make("span", { class: "tag corrected" }, "corrected"));
  else if (changed.has(i))
    tags.push(make("span", { class: "tag changed" }, "was " + roleOf(changed.get(i))));
  if (one.role) tags.push(make("span", { class: "tag" }, one.role));
  const option = make("div", { role: "option", id: "block-" + i, class: name,
    "aria-selected": String(i === block) },
    make("span", { class: "number" }, String(i + 1)), chip(number),
    make("span", { class: "p", "--p": 100 * p + "%", "--label": view.labels[number].colour },
      corrections.has(i) ? "you" : share(p)),
    make("span", { class: "text", dir: "auto" }, ...tags, one.text.slice(0, 240)));
  option.addEventListener("click", () => {
    select(i, true);
    $("blocks").focus({ preventScroll: true });
  });
  return option;
}

function select(i, scroll) {
  const before = $("block-" + block);
  if (before) before.setAttribute("aria-selected", "false");
  block = view.blocks[i] ? i : -1;
  const option = $("block-" + block);
  if (option) {
    option.setAttribute("aria-selected", "true");
    $("blocks").setAttribute("aria-activedescendant", option.id);
    within($("blocks"), option);
  } else $("blocks").removeAttribute("aria-activedescendant");
  outline(block);
  if (scroll && block >= 0) reveal(block);
  detail();
}

function choices() {
  $("choices").replaceChildren(...view.labels.map((_, number) => {
    const one = make("button", { type: "button", "aria-pressed": "false" }, chip(number), roleOf(number));
    one.addEventListener("click", () => assign(number, [block]));
    return one;
  }));
}

function detail() {
  const buttons = [...$("choices").children];
  for (const [number, one] of buttons.entries()) {
    one.setAttribute("aria-disabled", String(block < 0));
    one.setAttribute("aria-pressed", String(block >= 0 && labelOf(block) === number));
  }
  if (block < 0) {
    $("detail").textContent = view.blocks.length
      ? "Select a block to correct its label." : "This page has no text.";
    return;
  }
  const one = view.blocks[block];
  const likely = one.p.map((value, number) => [value, number]).sort((a, b) => b[0] - a[0]);
  const odds = likely.slice(0, 2).map(([value, number]) => roleOf(number) + " " + share(value));
  const unseen = $("frame").dataset.ready && !marks(block).some((mark) => mark.getClientRects().length);
  $("detail").replaceChildren(
    make("b", {}, "Block " + (block + 1) + ": " + roleOf(labelOf(block))),
    corrections.has(block) ? " (yours)" : "", "; model: " + odds.join(", "),
    unseen ? "; not visible on the page" : "",
    make("span", { class: "path" }, one.path));
}

// Corrections.

function assign(number, blocks) {
  if (block < 0 || loading || !view.labels[number]) return;
  keep();
  for (const i of blocks) corrections.set(i, number);
  last = number;
  ticked = ticked || !$("done").checked;
  $("done").checked = true;
  refresh(blocks);
}

const state = () => ({ corrections: new Map(corrections), done: $("done").checked });

function keep() {
  past.push(state());
  if (past.length > 200) past.shift();
  future = [];
}

function withdraw() {
  if (loading || !corrections.has(block)) return;
  keep();
  corrections.delete(block);
  if (!corrections.size && ticked) $("done").checked = ticked = false;
  refresh([block]);
}

function restore(from, to) {
  if (loading || !from.length) return;
  to.push(state());
  const before = corrections, found = from.pop();
  corrections = found.corrections;
  $("done").checked = found.done;
  const both = new Set([...before.keys(), ...corrections.keys()]);
  refresh([...both].filter((i) => before.get(i) !== corrections.get(i)));
}

const similar = (i) => view.blocks.flatMap((one, n) => (one.kind === view.blocks[i].kind ? [n] : []));

function redraw(blocks) {
  if ($("filter").value === "corrected") list();
  for (const i of blocks) {
    const old = $("block-" + i);
    if (old) old.replaceWith(row(i));
    remark(i);
  }
  hide(isKept);
  select(block, false);
  lessons();
}

function refresh(blocks) {
  redraw(blocks);
  saveSoon(300, blocks);
  const kind = blocks.length === 1 ? "Block " + (blocks[0] + 1) : counted(blocks.length, "block");
  const label = blocks.length ? roleOf(labelOf(blocks[0])) : "";
  if (blocks.length) say(kind + ": " + label + ".");
}

function saveSoon(delay, blocks = []) {
  pending = { page: view.page, blocks: new Set([...(pending ? pending.blocks : []), ...blocks]) };
  clearTimeout(saving);
  saving = setTimeout(save, delay);
}

async function save() {
  if (!pending) return;
  clearTimeout(saving);
  const { page, blocks } = pending, labelled = [...blocks].filter((i) => corrections.has(i));
  pending = null;
  const value = {
    corrections: labelled.map((i) => [i, corrections.get(i)]),
    withdrawn: [...blocks].filter((i) => !corrections.has(i)),
    done: $("done").checked,
    frame: false,
  };
  const mine = request, turn = ++saves;
  const found = await working($("status").textContent, () => post("/playground/pages/" + page, value));
  if (view.page !== page) return;
  if (!found) { // to be saved with the next correction
    pending = { page, blocks: new Set([...blocks, ...(pending ? pending.blocks : [])]) };
    return;
  }
  if ($("status").className === "busy") $("status").className = "";
  if (mine !== request || turn !== saves) return;
  Object.assign(view, { outputs: found.outputs, json: found.json, metadata: found.metadata });
  outputs();
  if (!pending) merge(new Map(found.corrections));
}

function merge(saved) { // with what was corrected in other tabs
  const both = new Set([...saved.keys(), ...corrections.keys()]);
  const differing = [...both].filter((i) => saved.get(i) !== corrections.get(i) && view.blocks[i]);
  if (!differing.length) return;
  const before = [...past, ...future].map((one) => one.corrections);
  for (const one of [corrections, ...before]) // undo must not remove them
    for (const i of differing)
      if (saved.has(i)) one.set(i, saved.get(i));
      else one.delete(i);
  redraw(differing);
}

function lessons() {
  const count = others + $("done").checked;
  $("teach").setAttribute("aria-disabled", String(!count));
  $("teach").textContent = count ? "Teach " + counted(count, "page") : "Teach";
}

async function teach() {
  if ($("teach").getAttribute("aria-disabled") === "true") {
    say("Correct a label first, or confirm that the labels are right.");
    return;
  }
  await save();
  const before = view.blocks.map((_, i) => labelOf(i)), labels = view.labels;
  const start = performance.now();
  request++;
  const found = await viewing("Teaching…", () => post("/playground/teach", { page: view.page, ...options() }));
  if (!found) return;
  taughtTask = found.task;
  show(found, true);
  changed = new Map(before.flatMap((label, i) =>
    (i < view.blocks.length && labels.length === view.labels.length && labelOf(i) !== label ? [[i, label]] : [])));
  list();
  select(block, false);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  say("Taught from " + counted(found.learned, "page") + " in " + seconds + " s: "
    + (changed.size ? counted(changed.size, "label") + " changed on this page."
      : "no label changed on this page."));
}

// The page. The frame is as tall as the page, so that only the stage scrolls. A shield above it
// receives all pointer events, so that nothing in the frame can be clicked.

function remark(i) {
  const number = labelOf(i), p = corrections.has(i) ? 1 : view.blocks[i].p[number];
  for (const one of marks(i)) {
    const off = one.hasAttribute("data-victor-off");
    one.setAttribute(off ? "data-victor-off" : "data-victor-label", number);
    if (one.hasAttribute("data-victor-key")) one.setAttribute("data-victor-key", view.labels[number].key);
    one.style.setProperty("--victor", 100 * p + "%");
  }
}

function reveal(i) {
  const box = marks(i).map((one) => one.getBoundingClientRect()).find((one) => one.width);
  const stage = $("stage");
  if (!box || stage.clientHeight === 0) return;
  if (box.top >= stage.scrollTop && box.bottom <= stage.scrollTop + stage.clientHeight) return;
  stage.scrollTop = Math.max(0, box.top - stage.clientHeight / 3);
  stage.scrollLeft = box.left + 200 > stage.clientWidth ? box.left - 20 : 0;
}

function colours() {
  const off = new Set([...$("shown").querySelectorAll("input[value]:not(:checked)")].map((one) => one.value));
  const boxes = view.labels.map((_, number) => {
    const id = "shown-" + number;
    const box = make("input", { type: "checkbox", id, value: number });
    box.checked = !off.has(String(number));
    return make("label", { for: id, class: "check" }, box, chip(number), roleOf(number));
  });
  $("shown").replaceChildren($("shown").firstElementChild, ...boxes, $("own").parentElement);
}

whenLoaded(isKept, () => {
  outline(block);
  const [left, top] = ($("frame").dataset.scroll || "0 0").split(" ");
  $("stage").scrollTo(Number(left), Number(top));
  $("frame").dataset.ready = "yes";
  const first = view.blocks.findIndex((_, i) => isKept(labelOf(i)));
  if (block < 0 && !Number(top) && first >= 0) reveal(first); // the content, not the menu
});
$("shield").addEventListener("pointermove", (event) => {
  const found = under(event);
  outline(found >= 0 ? found : block);
});
$("shield").addEventListener("pointerleave", () => outline(block));
$("shield").addEventListener("click", (event) => {
  const found = under(event);
  if (found < 0 || !view.blocks[found]) return;
  if (!listed.includes(found)) {
    $("filter").value = "all";
    list();
  }
  select(found, false);
  ($("pane-blocks").hidden ? $("stage") : $("blocks")).focus({ preventScroll: true });
});

// Keys.

function nextWhere(test, step) {
  for (let i = block + step; i >= 0 && i < view.blocks.length; i += step) if (test(i)) return i;
  return -1;
}

function goTo(i) {
  if (i < 0) return;
  if (!listed.includes(i)) {
    $("filter").value = "all";
    list();
  }
  select(i, true);
}

function leastCertain() {
  const certainty = (i) => (corrections.has(i) ? 2 : view.blocks[i].p[view.blocks[i].label]);
  const order = view.blocks.map((_, i) => i).sort((a, b) => certainty(a) - certainty(b) || a - b);
  return order.length ? order[0] : -1;
}

function step(by) {
  if (!listed.length) return;
  const at = listed.indexOf(block);
  const to = at < 0 ? (by === Infinity ? listed.length - 1 : 0) : at + by;
  select(listed[Math.min(listed.length - 1, Math.max(0, to))], true);
}

const MOVES = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
const KEYS = {
  Enter: () => { assign(labelOf(block), [block]); step(1); },
  ".": () => last !== null && assign(last, [block]),
  Delete: withdraw,
  "-": withdraw,
  Backspace: () => restore(past, future),
  "~": () => goTo(leastCertain()),
  "}": () => goTo(nextWhere((i) => labelOf(i) !== labelOf(Math.max(0, i - 1)), 1)),
  "{": () => goTo(nextWhere((i) => labelOf(i) !== labelOf(Math.max(0, i - 1)), -1)),
  "#": () => goTo(nextWhere((i) => corrections.has(i) || changed.has(i), 1)),
};

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || $("keys").open || event.altKey || event.metaKey) return;
  const own = event.target.closest("input, select, textarea, summary");
  if (own) return;
  if (event.key === "?") $("keys").showModal();
  if (!view) return;
  if (!event.target.closest("#blocks, #stage, #palette")) return; // WCAG 2.2, criterion 2.1.4
  if (event.ctrlKey) {
    const run = { z: () => restore(past, future), y: () => restore(future, past) }[event.key];
    if (run) { event.preventDefault(); run(); }
    return;
  }
  if (event.key === "Enter" && (block < 0 || event.target.matches("button"))) return;
  if (event.key in MOVES && !event.shiftKey) step(MOVES[event.key]);
  else if (event.key in KEYS) KEYS[event.key]();
  else if (!byLetter(event.key)) return;
  event.preventDefault();
});

function byLetter(key) {
  const number = view.labels.findIndex((one) => one.key.toLowerCase() === key.toLowerCase());
  if (number < 0 || key.length !== 1 || block < 0) return false;
  if (key === view.labels[number].key) {
    assign(number, [block]);
    step(1);
  } else assign(number, similar(block));
  return true;
}

// Input.

$("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("html").value;
  if (text.trim()) add("pasted.html", new Blob([text]));
  else {
    say("Paste the source of a page first.");
    $("html").focus();
  }
});
$("sample").addEventListener("click", async () => {
  const page = await working("Loading the page…", async () => (await answered("/static/sample.html")).blob());
  if (page) add("sample.html", page);
});
$("files").addEventListener("change", async (event) => {
  await addFiles(event.target.files);
  event.target.value = "";
});

async function addFiles(chosen) {
  const refused = [];
  for (const file of [...chosen])
    if (!(await add(file.name, file))) refused.push(file.name + ": " + $("status").textContent);
  if (refused.length) say(refused.join(" "), "bad");
}

for (const kind of ["dragover", "dragleave", "drop"])
  addEventListener(kind, (event) => {
    event.preventDefault();
    document.body.classList.toggle("dropping", kind === "dragover");
    if (kind !== "drop") return;
    const text = event.dataTransfer.getData("text/html") || event.dataTransfer.getData("text/plain");
    if (event.dataTransfer.files.length) addFiles(event.dataTransfer.files);
    else if (text) add("dropped.html", new Blob([text]));
  });

$("page").addEventListener("change", async () => { await save(); reopen($("page").value); });
$("task").addEventListener("change", () => { preferring(); setTaught(); reload(); });
$("prefer").addEventListener("input", describe);
$("prefer").addEventListener("change", () => reload());
$("taught").addEventListener("change", () => reload());
$("done").addEventListener("change", () => { ticked = false; lessons(); saveSoon(0); });
$("teach").addEventListener("click", teach);
$("filter").addEventListener("change", () => { list(); select(block, false); });
$("shown").addEventListener("change", () => { hide(isKept); if (block >= 0) select(block, true); });
$("more").addEventListener("click", () => {
  folded(!$("input").hidden);
  if (!$("input").hidden) $("html").focus();
});
$("help").addEventListener("click", () => $("keys").showModal());
$("download").addEventListener("click", async (event) => {
  if (!pending) return;
  event.preventDefault();
  await save();
  if (!pending) location.assign($("download").href);
});
$("clear").addEventListener("click", async () => {
  if (!confirm("Forget all pages, corrections and what was taught?")) return;
  if (await working("Clearing…", () => post("/playground/clear", {}))) location.reload();
});
wide.addEventListener("change", arrange);
let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth !== width) fit();
  width = innerWidth;
});

async function begin() {
  tabs();
  const found = await working("", () => ask("/playground"));
  if (!found) return;
  say("");
  tasks = found.tasks;
  taughtTask = found.taught || "";
  $("task").append(...tasks.map((one) => make("option", { value: one.name, title: one.about }, one.name)));
  $("page").append(...found.pages.map((one) => make("option", { value: one.page }, one.name)));
  describe();
  if (found.pages.length) reopen(found.pages[found.pages.length - 1].page);
}
begin();
