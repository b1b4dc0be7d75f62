import pytest

import victor

CLEANER = victor.load("keep-everything")
NOTE = "<annotation encoding='application/x-tex'>x^2</annotation>"
DEFAULT = "<p>Soit {} ici.</p>"


def markdown(formula, page=DEFAULT):
    return CLEANER.clean(page.format(formula)).format("markdown-title").rstrip("\n")


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
        ("<img src=/f.png alt='\\lim_{n\\rightarrow\\infty} x'>", r"\lim_{n\rightarrow\infty} x"),
        ("<img src='/cgi-bin/mimetex.cgi?f(z)=\\Re(z)-1' align=middle>", r"f(z)=\Re(z)-1"),
        ("<img src='//latex.codecogs.com/png.latex?%5Cfrac%7Ba%7D%7Bb%7D'>", r"\frac{a}{b}"),
        (
            "<img src='//latex.codecogs.com/gif.latex?\\dpi{120}&space;\\inline&space;"
            "a_1&plus;\\pi'>",
            r"a_1+\pi",
        ),
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


@pytest.mark.parametrize("tex", ["a%24b%24\\c", "\\", "a\\\\\\"])
def test_latex_that_would_end_its_formula_stays_an_image(tex):
    page = f"<img src='//latex.codecogs.com/gif.latex?{tex}' alt=eq>"
    assert markdown(page).startswith("Soit ![eq](")


def test_an_image_with_a_backslash_in_its_address_is_no_formula():
    assert markdown("<img src='/plots.cgi?C:\\neu\\plan.png' alt=Plan>").startswith("Soit ![Plan](")


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
