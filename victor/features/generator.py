"""``generator.*``: the kind of software that generated a page, equal for all its blocks.

Thesis, section 7.1, future work. Pages of one program share a structure, and programs of one kind
share a kind of content: the pages of any forum software are threads. Hence there is a column per
kind, which also covers rare programs.

Programs are recognised by the words of ``meta`` elements that name programs (``generator:``), the
names of other ``meta`` elements (``meta:``), and classes, ids and attributes of ``html`` and
``body`` (``class:``, ``id:``, ``has:``), in lower case, classes without final digits. The lists are
from the programs' default templates.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

from victor.arrays import Floats
from victor.config import Task
from victor.features.columns import Columns, same_for_all
from victor.text.regex import regex
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

_GENERATORS = {
    "forum": "discourse vbulletin phpbb xenforo mybb fluxbb punbb smf vanilla flarum nodebb"
    " invision discuz woltlab telligent",
    "wiki": "mediawiki dokuwiki twiki foswiki xwiki tiddlywiki pmwiki moinmoin confluence",
    "shop": "shopify woocommerce magento prestashop opencart bigcommerce shopware oscommerce"
    " nopcommerce ecwid",
    "blog": "blogger ghost com.medium.reader substack typepad movable tumblr hexo jekyll"
    " hugo pelican write.as",
    "documentation": "sphinx docutils mkdocs docusaurus gitbook readthedocs vitepress vuepress"
    " rustdoc javadoc doxygen bookdown quarto mdbook antora starlight mintlify docsify nextra",
    "cms": "drupal joomla typo contao concrete umbraco sitecore kentico craft seomatic statamic"
    " bolt silverstripe dotnetnuke plone terminalfour liferay episerver",
    "site_builder": "wix.com wix squarespace webflow weebly framer duda hubspot elementor divi"
    " wpbakery tilda jimdo carrd strikingly",
    "framework": "next.js nuxt gatsby astro sveltekit remix angular",
    "wordpress": "wordpress wordpress.com woocommerce elementor divi wpbakery wpml aioseo",
}
_OTHER_SIGNS = {
    # Discourse; XenForo 2 and 1; phpBB; vBulletin 5; Invision; Stack Exchange; NodeBB
    "forum": "meta:discourse_theme_id id:xf has:data-xf id:xenforo id:phpbb id:vb-page-body"
    " has:data-ips-path class:ipsapp class:question-page class:page-topic",
    # MediaWiki; Confluence
    "wiki": "class:mediawiki id:com-atlassian-confluence meta:ajs-page-id",
    # Shopify; WooCommerce; Magento
    "shop": "meta:shopify-digital-wallet meta:shopify-checkout-api-token class:woocommerce"
    " class:woocommerce-page class:catalog-product-view class:catalog-category-view id:html-body",
    # Posts of WordPress, which generates sites of any kind
    "blog": "class:single-post class:postid-",
    # Sphinx with the theme of Read the Docs; Read the Docs; Docusaurus; ReadMe
    "documentation": "class:wy-body-for-nav meta:readthedocs-project-slug class:plugin-docs"
    " meta:readme-deploy",
    # Drupal; Joomla; Adobe Experience Manager
    "cms": "class:path-node class:page-node- class:com_content has:data-cmp-data-layer-enabled",
    # Squarespace; Webflow; Elementor; Divi; WPBakery
    "site_builder": "class:sqs-seven-one class:mobile-style-available has:data-wf-page"
    " class:elementor-default class:elementor-page class:et_divi_theme class:wpb-js-composer",
    # Next.js; Nuxt; SvelteKit
    "framework": "meta:next-head-count meta:next-size-adjust has:data-n-head has:data-n-head-ssr"
    " has:data-sveltekit-preload-data",
    "wordpress": "class:wp-singular class:wp-custom-logo class:wp-embed-responsive class:postid-"
    " class:page-id- class:single-format-standard class:et_divi_theme class:elementor-default",
}
_SIGNS = {
    name: frozenset(_OTHER_SIGNS[name].split()) | {f"generator:{word}" for word in words.split()}
    for name, words in _GENERATORS.items()
}
_KINDS = {
    sign: [name for name, signs in _SIGNS.items() if sign in signs]
    for sign in frozenset().union(*_SIGNS.values())
}
_NAMED_IN = ("meta:generator", "meta:al:android:package")
_WORD = regex(r"[a-z]+(?:\.[a-z]+)*")
_LONGEST = 2_000  # maximum characters of an attribute that are read

NAMES = tuple(_SIGNS)  # kinds of programs, and WordPress, the most frequent program


def prepare(names: Sequence[str], task: Task) -> Columns:
    """Values are 1 or 0."""

    def same(blocks: Blocks) -> Floats:
        signs = chain(blocks.tree.head, _signs(blocks.tree))
        kinds = {kind for sign in signs if sign in _KINDS for kind in _KINDS[sign]}
        return same_for_all([name in kinds for name in names], len(blocks))

    return same


def _signs(tree: Tree) -> Iterator[str]:
    for key in _NAMED_IN:
        for word in _WORD.findall(tree.head.get(key, "")[:_LONGEST].lower()):
            yield f"generator:{word}"
    for attributes in tree.frame_attributes[:4]:
        for name in attributes:
            yield f"has:{name}"
        yield f"id:{attributes.get('id', '')[:_LONGEST].lower()}"
        for name in attributes.get("class", "")[:_LONGEST].lower().split():
            yield f"class:{name.rstrip('0123456789')}"
