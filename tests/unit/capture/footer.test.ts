/** Footers of printed pages. */
import { expect, test } from 'vitest'
import { checkFooter } from '../../../worker/capture/footer'

test.each([
  '<div style="font-size:10px">Page <span class="pageNumber"></span> / <span class="totalPages"></span></div>',
  '<a href="https://data.example.org/">data.example.org</a><style>b { color: red }</style>',
  '<img src="data:image/png;base64,AA=="><b style="background: url(\'data:image/png;base64,AA==\')">linked source = here</b>',
])('may be %s', (footer) => {
  expect(() => checkFooter(footer)).not.toThrow()
})

test.each([
  '<link rel=stylesheet href="http://example.org/c">',
  '< SCRIPT>fetch("/")</script>',
  '<iframe srcdoc="a"></iframe>',
  '<img src=http://example.org/a.png>',
  '<img src="//example.org/a.png">',
  '<svg><image href="http://example.org/a.png"/></svg>',
  '<b style="background:url(http://example.org/a.png)">a</b>',
  '<style>@import "http://example.org/c"</style>',
])('is refused as %s', (footer) => {
  expect(() => checkFooter(footer)).toThrow(expect.objectContaining({ code: 'capture-footer-refused' }))
})
