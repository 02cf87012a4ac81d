/** A chart: the columns of each kind, its download as a picture, and the figure under the pointer. */
import './charting/picture'
import './charting/remember-columns'
import './charting/tooltip'
