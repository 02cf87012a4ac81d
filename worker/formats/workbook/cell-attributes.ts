/** The attributes of a cell (ECMA-376 part 1, 18.3.1.4). One instance is reused for all cells: there are millions. */
export class CellAttributes {
  /** `AB12`; undefined when the cell follows the one before it. */
  reference: string | undefined
  type: string | undefined
  style = 0

  /** Reads the attributes between two positions of a row. */
  read(row: string, from: number, to: number): void {
    this.reference = undefined
    this.type = undefined
    this.style = 0
    for (let at = from; at < to; ) {
      while (row.charCodeAt(at) <= 32) at++
      const equals = row.indexOf('=', at)
      if (equals < 0 || equals >= to) return
      let opening = equals + 1
      while (row.charCodeAt(opening) <= 32) opening++
      const end = row.indexOf(row.charCodeAt(opening) === 39 ? "'" : '"', opening + 1)
      if (end < 0 || end > to) return
      const isOneLetter = equals === at + 1 || row.charCodeAt(at + 1) <= 32
      if (isOneLetter) this.#set(row.charCodeAt(at), row, opening + 1, end)
      at = end + 1
    }
  }

  #set(name: number, row: string, from: number, to: number): void {
    if (name === 114) this.reference = row.slice(from, to)
    else if (name === 116) this.type = row.slice(from, to)
    else if (name === 115) this.style = Number(row.slice(from, to)) || 0
  }
}
