/** The page that edits the rows of a dataset as a spreadsheet. */
import { element } from './editing/notices'
import type { Settings } from './editing/settings'
import { Sheet } from './editing/sheet'

// Written by the server in this shape.
const settings = JSON.parse(element('grid-settings').textContent ?? '{}') as Settings
void new Sheet(settings).open()
