import pytest

import victor

CLEANER = victor.load("keep-everything")
NOTE = "<annotation encoding='application/x-tex'>x^2</annotation>"
DEFAULT = "<p>Soit {} ici.</p>"


def markdown(formula, page=DEFAULT):
    return CLEANER.clean(page.format(formula)).format("markdown-title").rstrip("\n")


def katex(tex, attributes=""):
    """A formula as KaTeX writes it."""
    return (
        "<span class=katex><span class=katex-mathml>"
        f"<math{attributes}><semantics><mi>{tex}</mi>"
        f"<annotation encoding='application/x-tex'>{tex}</annotation></semantics></math></span>"
        f"<span class=katex-html aria-hidden=true><span class=mord>{tex}</span></span></span>"
    )


def mathjax(tex, copy=""):
    """A formula as MathJax 2 writes it."""
    drawn = f"<span class=MathJax><nobr><span class=mi>{tex}</span></nobr>{copy}</span>"
    return f"<span class=MathJax_Preview></span>{drawn}<script type='math/tex'>{tex}</script>"


def displayed(tex):
    """A formula as MathJax 2 writes it on a separate line."""
    drawn = f"<span class=MathJax><nobr><span class=mi>{tex}</span></nobr></span>"
    script = f"<script type='math/tex; mode=display'>{tex}</script>"
    return f"<div class=MathJax_Display>{drawn}</div>{script}"


def mathml(tex):
    return f"<math><mi>{tex}</mi></math>"


def mathjax_3(tex):
    copy = f"<mjx-assistive-mml>{mathml(tex)}</mjx-assistive-mml>"
    return f"<mjx-container class=MathJax><svg></svg>{copy}</mjx-container>"


def wikipedia(tex):
    hidden = f"<span style='display: none'>{mathml(tex)}</span>"
    return f"<span class=mwe-math-element>{hidden}<img alt={tex} aria-hidden=true></span>"


INLINE = (katex, mathjax, mathml, mathjax_3, wikipedia)


@pytest.mark.parametrize(
    ("formula", "tex"),
    [
        (f"<math><semantics><mi>x</mi>{NOTE}</semantics></math>", "x^2"),
        ("<math alttext='\\frac{1}{2}'><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", r"\frac{1}{2}"),
        ("<math><mfrac><mn>1</mn><mi>α</mi></mfrac></math>", r"\frac{1}{\alpha}"),
        ("<math><msqrt><mi>x</mi></msqrt></math>", r"\sqrt{x}"),
        ("<math><msubsup><mi>a</mi><mi>i</mi><mn>2</mn></msubsup></math>", "a_i^2"),
        ("<math><mi>sin</mi><mi>x</mi></math>", r"\sin x"),
        ("<script type='math/tex'>a_1</script>", "a_1"),
        ("<img class=latex src=/f.png alt='\\sqrt{2}'>", r"\sqrt{2}"),
        ("<img src=img3.png alt='$\\displaystyle \\frac{1}{2} v^2 ,$'>", r"\frac{1}{2} v^2 ,"),
        ("<img src=/f.png alt='\\lim_{n\\rightarrow\\infty} x'>", r"\lim_{n\rightarrow\infty} x"),
        ("<img src='/cgi-bin/mimetex.cgi?f(z)=\\Re(z)-1' align=middle>", r"f(z)=\Re(z)-1"),
        ("<img src='//latex.codecogs.com/png.latex?%5Cfrac%7Ba%7D%7Bb%7D'>", r"\frac{a}{b}"),
        (
            "<img src='//latex.codecogs.com/gif.latex?\\dpi{120}&space;\\inline&space;"
            "a_1&plus;\\pi'>",
            r"a_1+\pi",
        ),
        ("<img src='//latex.codecogs.com/png.latex?x^n' alt='x^n'>", "x^n"),
        ("<img src='//latex.codecogs.com/gif.latex?a&space;=&space;b_{1}' alt='a = b_{1}'>",
         "a = b_{1}"),
        ("<img src='//chart.googleapis.com/chart?cht=tx&chl=%5Calpha%2B%5Cbeta'>", r"\alpha+\beta"),
        ("<img src='/math?from=%5Csum+a_i%0D%0A.png'>", r"\sum a_i .png"),
        ("<img src='//i.upmath.me/svg/%5Csqrt%7B2%7D' alt=Wurzel>", r"\sqrt{2}"),
    ],
)  # fmt: skip
def test_the_best_source_is_written_once(formula, tex):
    assert markdown(formula) == f"Soit ${tex}$ ici."


def test_what_is_drawn_beside_the_source_goes():
    drawn = (
        "<span class=katex><span class=katex-mathml><math><mi>x</mi>"
        "<annotation encoding='application/x-tex'>x^2</annotation></math></span>"
        "<span class=katex-html aria-hidden=true>x2</span></span>"
    )
    assert markdown(drawn) == "Soit $x^2$ ici."


def test_what_is_drawn_is_not_beside_a_formula_and_groups_show_nothing():
    drawn = "<span class=MathJax hidden><span>a</span></span><script type=math/tex>a_1</script>"
    group = "<script type=math/tex>\\begingroup</script>"
    assert markdown(f"jest {drawn} i {group}tak", "<p>{}</p>") == "jest $a_1$ i tak"


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        ("<mo>(</mo>{}<mo>)</mo>", r"\binom{n}{k}"),
        ("<mrow><mo>(</mo></mrow>{}<mrow><mo>)</mo></mrow><mi>p</mi>", r"\binom{n}{k}p"),
        ("<mfenced>{}</mfenced>", r"\binom{n}{k}"),
        ("<mo>[</mo>{}<mo>]</mo>", r"[\genfrac{}{}{0pt}{}{n}{k}]"),
        ("{}", r"\genfrac{}{}{0pt}{}{n}{k}"),
    ],
)
def test_only_a_stacked_pair_in_parentheses_is_a_binomial_coefficient(mathml, tex):
    pair = "<mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac>"
    formula = f"<math>{mathml.replace('{}', pair)}</math>"
    assert markdown(formula, "<p>Sei {} klein</p>") == f"Sei ${tex}$ klein"


def test_a_formula_by_itself_is_a_block():
    page = "<p>Soit</p><math display=block><mi>y</mi></math><p>ici.</p>"
    assert markdown("", page) == "Soit\n\n$$\ny\n$$\n\nici."


def test_images_and_text_have_the_same_words():
    page = "<p>Тогда <img src='/cgi-bin/mathtex.cgi?{}Re(z)<0'> верно.</p>"
    for sign in ("\\", "%5C"):
        assert CLEANER.clean(page.format(sign)).text == "Тогда $\\Re(z)<0$ верно.\n"


@pytest.mark.parametrize("formula", ["<math><mi>x</mi></math>", "<img class=latex src=/x alt=x>"])
def test_line_breaks_stay_around_a_formula(formula):
    assert markdown(formula, "<p>Soit<br>{}, ici.</p>") == "Soit  \n$x$, ici."
    assert markdown(formula, "<p>Soit<br>{}<img src=/a.png></p>") == "Soit  \n$x$ ![](/a.png)"
    assert markdown(formula, "<p>{}<br>ici.</p>") == "$x$  \nici."
    assert markdown(formula, "<p>Soit<br>un {} et<br>ici.</p>") == "Soit  \nun $x$ et  \nici."
    assert markdown(formula, "<h2>Soit<br>{}</h2>") == "## Soit $x$"


@pytest.mark.parametrize("tex", ["a%24b%24\\c", "\\", "a\\\\\\", "x^n", ""])
def test_latex_that_would_end_its_formula_or_is_not_stated_stays_an_image(tex):
    page = f"<img src='//latex.codecogs.com/gif.latex?{tex}' alt=eq>"
    assert markdown(page).startswith("Soit ![eq](")


def test_an_image_with_a_backslash_in_its_address_is_no_formula():
    for address in (
        "/plots.cgi?C:\\neu\\plan.png",
        "/svg/plan%5C1.svg",
        "/plot?file=C:%5Cneu%5Cplan.png",
    ):
        assert markdown(f"<img src='{address}' alt=Plan>").startswith("Soit ![Plan](")


def test_a_copy_for_readers_without_scripts_is_no_second_formula():
    image = "<img src='//latex.codecogs.com/gif.latex?2\\pi'>"
    page = f"<p>Soit {image}<noscript>{image}</noscript> ici.</p>"
    assert CLEANER.clean(page).text == "Soit $2\\pi$ ici.\n"
    assert markdown("", page) == "Soit $2\\pi$ ici."


def test_a_price_is_no_formula():
    assert markdown("5 $ ou 6 $") == "Soit 5 $ ou 6 $ ici."
    assert "5 \\$" in markdown("<math><mi>x</mi></math> et 5 $")


@pytest.mark.parametrize(
    "formula", ["<math>", "<math></math>", "<math><mfrac></mfrac></math>", "<math><mi>"]
)
def test_a_broken_formula_leaves_the_text(formula):
    assert markdown(formula).startswith("Soit")


def test_a_formula_of_great_depth():
    assert "ici" in markdown("<math>" + "<mrow>" * 500 + "<mi>x</mi>" + "</mrow>" * 500 + "</math>")


@pytest.mark.parametrize("formula", INLINE)
def test_every_formula_of_several_in_a_row_stays(formula):
    q, z = formula("q"), formula("z")
    assert markdown("", f"<p>a {q}{z}</p>") == "a $q$ $z$"
    assert markdown("", f"<p>a {q}, {z} {q} b</p>") == "a $q$, $z$ $q$ b"
    assert markdown("", f"<p>a</p><p>{q}</p><p>{z}</p><p>{q}</p>") == "a\n\n$q$\n\n$z$\n\n$q$"


def test_every_displayed_formula_of_several_in_a_row_stays():
    page = f"<p>a</p>{displayed('q')}{displayed('z')}{displayed('w')}<p>b</p>"
    assert markdown("", page) == "a\n\n$$\nq\n$$\n\n$$\nz\n$$\n\n$$\nw\n$$\n\nb"


@pytest.mark.parametrize("formula", INLINE)
def test_parts_may_hold_only_formulas(formula):
    q, z, w = formula("q"), formula("z"), formula("w")
    page = f"<p>a</p><ul><li>{q}<li>{z}<li>{w}</ul><p>b</p>"
    assert markdown("", page) == "a\n\n- $q$\n- $z$\n- $w$\n\nb"
    page = f"<table><tr><th>f<th>g<tr><td>{q}<td>{z}<tr><td>{w}<td>{q}</table>"
    assert markdown("", page) == "| f | g |\n| --- | --- |\n| $q$ | $z$ |\n| $w$ | $q$ |"
    assert markdown("", f"<dl><dt>{q}<dd>one<dt>two<dd>{z}</dl>") == "$q$\n: one\n\ntwo\n: $z$"
    assert markdown("", f"<p>a</p><h3>{q}</h3><p>b</p>") == "a\n\n### $q$\n\nb"
    assert markdown("", f"<p>a</p><blockquote>{q}</blockquote>") == "a\n\n> $q$"
    assert markdown("", f"<p>a <strong>{q}</strong></p>") == "a **$q$**"


def test_a_formula_drawn_in_boilerplate_stays_between_content():
    cleaner = victor.load("keep-everything", remove=[".katex-html", "nav"])
    page = f"<nav>x {katex('n')}</nav><hr><p>a</p><p>{katex('q')}</p><p>{katex('z')}</p><p>b</p>"
    assert cleaner.clean(page).markdown == "a\n\n$q$\n\n$z$\n\nb\n"


@pytest.mark.parametrize("formula", [katex, mathjax])
def test_white_space_around_drawn_formulas_stays(formula):
    assert (
        markdown(formula("q"), "<p><b>Satz.</b> {} ist <b>a</b></p>") == "**Satz.** $q$ ist **a**"
    )
    assert (
        markdown(formula("q"), "<p>({}) {} <b>a</b></p>".replace("{} <", formula("z") + " <"))
        == "($q$) $z$ **a**"
    )
    assert markdown(formula("q"), "<p>f{}<b>a</b></p>") == "f$q$**a**"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("Its <a>density</a> {} is", "Its density $q$ is"),
        ("Its <a>density</a> <span>{}</span> <a>is</a>", "Its density $q$ is"),
        ("A <b>formula</b>{}<b>is</b>", "A **formula**$q$**is**"),
        ("Water {} <a>acetate</a>", "Water $q$ acetate"),
        ("Water {}<a>acetate</a>", "Water $q$acetate"),
        ("(<a>Table</a> {}) is", "(Table $q$) is"),
        ("Water {} <b>, then</b>", "Water $q$**, then**"),
    ],
)
def test_white_space_between_tags_and_formulas_stays(line, text):
    assert markdown("<math><mi>q</mi></math>", f"<p>{line}</p>") == text


def test_an_exponent_stays_at_its_word():
    exponent = "<math><msup><mi></mi><mn>2</mn></msup></math>"
    assert markdown(exponent, "<p>An <a>area</a>{} is</p>") == "An area$^2$ is"


def test_katex_displays_a_formula_by_its_class():
    page = f"<p>Soit <span class=katex-display>{katex('q')}</span> ici.</p>"
    assert markdown("", page) == "Soit\n\n$$\nq\n$$\n\nici."
    assert markdown("", page.replace("-display", "-inline")) == "Soit $q$ ici."


def test_mathml_for_screen_readers_beside_a_script_is_left_out():
    copy = f"<span class=MJX_Assistive_MathML>{mathml('q')}</span>"
    assert markdown(mathjax("q", copy)) == "Soit $q$ ici."
    alone = mathjax("q", copy).replace("script", "template")
    assert markdown(alone) == "Soit $q$ ici."


DRAWN = "<span class=katex><span class=katex-html aria-hidden=true><i>x</i>2</span></span>"


@pytest.mark.parametrize("name", ["data-math", "data-tex", "data-latex", "data-formula"])
def test_an_attribute_may_state_the_source(name):
    assert markdown(f"<span {name}='x^2'>{DRAWN}</span>") == "Soit $x^2$ ici."
    block = f"<p>Soit</p><p><span class=math-block {name}='x^2'>{DRAWN}</span></p>"
    assert markdown("", block) == "Soit\n\n$$\nx^2\n$$"
    assert CLEANER.clean(block).text == "Soit\n\nx^2\n"
    item = f"<p>Soit</p><ul><li><span {name}='x^2'>{DRAWN}</span></ul>"
    assert markdown("", item) == "Soit\n\n- $x^2$"


def test_an_attribute_may_state_mathml():
    math = "&lt;math&gt;&lt;msup&gt;&lt;mi&gt;x&lt;/mi&gt;&lt;mn&gt;2&lt;/mn&gt;&lt;/msup&gt;"
    drawn = f"<span class=MathJax data-mathml='{math}&lt;/math&gt;'><nobr>x2</nobr></span>"
    assert markdown(drawn) == "Soit $x^2$ ici."


def test_what_is_drawn_stays_if_there_is_no_source():
    assert markdown(DRAWN).replace("*", "") == "Soit x2 ici."
    assert markdown(f"<span data-math=''>{DRAWN}</span>").replace("*", "") == "Soit x2 ici."
    assert markdown(f"<span data-math=y>{DRAWN}, {DRAWN}</span>").count("2") == 2
