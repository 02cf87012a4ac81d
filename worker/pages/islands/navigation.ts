/** Narrow windows scroll navigations sideways: the link of this page is brought into view. */
for (const link of document.querySelectorAll('.tabs > [aria-current], .side-nav > [aria-current]')) {
  const nav = link.parentElement
  if (!nav || nav.scrollWidth <= nav.clientWidth) continue
  const [outer, inner] = [nav.getBoundingClientRect(), link.getBoundingClientRect()]
  nav.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
}

export {}
