/** Opens the dialog of the browser that prints the page, once it is shown. */
addEventListener('load', () => print())
