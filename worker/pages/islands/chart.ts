/** A chart: its download as a picture, and the figure under the pointer. */
import './charting/picture'
import './charting/tooltip'
