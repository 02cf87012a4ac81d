/** Defines `<d-frame>`: a frame that is as high as its content, and that stores its state in the query of the page. */
import '@data-fair/frame/lib/d-frame.js'
