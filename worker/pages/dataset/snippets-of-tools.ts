/** The code that reads a whole dataset in the tools of data users. Pure. */

/** Spreadsheets first: most people have one. */
export const tools = ['excel', 'sheets', 'duckdb', 'pandas', 'r', 'javascript', 'curl', 'qgis', 'observable'] as const
export type Tool = (typeof tools)[number]

export const toolNames: Record<Tool, string> = {
  duckdb: 'DuckDB',
  pandas: 'pandas',
  r: 'R',
  javascript: 'JavaScript',
  curl: 'curl',
  excel: 'Excel Power Query',
  sheets: 'Google Sheets',
  qgis: 'QGIS',
  observable: 'Observable',
}

/** Addresses of the data. */
export type DataSource = {
  title: string
  csv: string
  /** A page of rows as JSON, with the address of the next one. */
  lines: string
  parquet: string | undefined
  /** Of places, where one page has all rows. */
  geojson: string | undefined
  /** The dataset is not public: the code sends a key. */
  needsKey: boolean
  /** Headers of text columns whose values look like numbers: a tool that guesses types loses their zeros. */
  codes: readonly string[]
  /** Headers of columns of numbers and dates, with their types in Power Query. */
  typed: readonly (readonly [header: string, type: string])[]
  /** Between the arguments of formulas, in the language of the reader. */
  argumentSeparator: ',' | ';'
}

/** The types of Power Query. */
export const powerQueryType = ({ type, format }: { type: string; format?: string | null | undefined }) =>
  type === 'integer'
    ? 'Int64.Type'
    : type === 'number'
      ? 'type number'
      : format === 'date'
        ? 'type date'
        : format === 'date-time'
          ? 'type datetimezone'
          : undefined

/** Tools that send no header cannot read a dataset that needs a key. */
const withoutKeys: ReadonlySet<Tool> = new Set(['sheets', 'qgis', 'observable'])

export const toolsFor = ({ needsKey }: Pick<DataSource, 'needsKey'>): Tool[] =>
  tools.filter((tool) => !needsKey || !withoutKeys.has(tool))

export function toolCode(tool: Tool, source: DataSource): string {
  const { title, csv, lines, parquet, geojson, needsKey, codes, typed, argumentSeparator } = source
  switch (tool) {
    case 'duckdb':
      return [
        ...(needsKey
          ? [
              "-- The key is sent to this service only.\nCREATE SECRET (TYPE http, EXTRA_HTTP_HEADERS MAP {'x-apiKey': getenv('API_KEY')},",
              `  SCOPE ${sqlText(new URL(csv).origin)});`,
            ]
          : []),
        `FROM ${parquet ? 'read_parquet' : 'read_csv'}(${sqlText(parquet ?? csv)}) LIMIT 10;`,
      ].join('\n')
    case 'pandas':
      return [
        ...(needsKey ? ['import os'] : []),
        'import pandas as pd',
        '',
        `data = pd.read_csv(${[
          quoted(csv),
          ...(codes.length > 0 ? [`dtype={${codes.map((name) => `${quoted(name)}: str`).join(', ')}}`] : []),
          ...(needsKey ? ['storage_options={"x-apiKey": os.environ["API_KEY"]}'] : []),
        ].join(', ')})`,
        'print(data.head())',
      ].join('\n')
    case 'r':
      return [
        `data <- read.csv(${[
          needsKey ? `url(${quoted(csv)}, headers = c("x-apiKey" = Sys.getenv("API_KEY")))` : quoted(csv),
          ...(codes.length > 0
            ? [
                `colClasses = c(${codes.map((name) => `${quoted(name)} = "character"`).join(', ')})`,
                'check.names = FALSE',
              ]
            : []),
          // Otherwise the byte order mark is part of the first name.
          'fileEncoding = "UTF-8-BOM"',
        ].join(', ')})`,
        'print(head(data))',
      ].join('\n')
    case 'javascript':
      return [
        `let address = ${quoted(lines)}`,
        'const rows = []',
        'while (address) {',
        `  const answer = await fetch(address${needsKey ? ", { headers: { 'x-apiKey': process.env.API_KEY } }" : ''})`,
        '  const { results, next } = await answer.json()',
        '  rows.push(...results)',
        '  address = next',
        '}',
        'console.log(rows.length, rows[0])',
      ].join('\n')
    case 'curl':
      return `curl ${needsKey ? '-H "x-apiKey: $API_KEY" ' : ''}-o data.csv '${csv.replaceAll("'", '%27')}'`
    case 'excel':
      return [
        'let',
        `  Source = Web.Contents(${doubled(csv)}${needsKey ? ', [Headers = [#"x-apiKey" = "…"]]' : ''}),`,
        '  Rows = Csv.Document(Source, [Delimiter = ",", Encoding = 65001, QuoteStyle = QuoteStyle.Csv]),',
        `  ${typed.length > 0 ? 'Named' : 'Data'} = Table.PromoteHeaders(Rows, [PromoteAllScalars = true])${typed.length > 0 ? ',' : ''}`,
        // Otherwise Excel reads decimal points and dates by the settings of the computer.
        ...(typed.length > 0
          ? [
              `  Data = Table.TransformColumnTypes(Named, {${typed.map(([header, type]) => `{${doubled(header)}, ${type}}`).join(', ')}}, "en-US")`,
            ]
          : []),
        'in',
        '  Data',
      ].join('\n')
    case 'sheets':
      // Decimal points are not those of every country.
      return `=IMPORTDATA(${[csv, ',', 'en_US'].map(doubled).join(argumentSeparator)})`
    case 'qgis':
      return `iface.addVectorLayer(${quoted(geojson ?? `/vsicurl/${csv}`)}, ${quoted(title)}, "ogr")`
    case 'observable':
      return codes.length === 0
        ? `data = d3.csv(${quoted(csv)}, d3.autoType)`
        : `data = d3.csv(${quoted(csv)}, (row) => ({ ...d3.autoType({ ...row }), ${codes
            .map((name) => `${quoted(name)}: row[${quoted(name)}]`)
            .join(', ')} }))`
  }
}

/** A text between double quotes, with the escapes of JSON, which JavaScript, Python and R read. */
const quoted = (text: string): string => JSON.stringify(text)
const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`
/** A text of formulas, whose quotes are written twice. */
const doubled = (text: string): string => `"${text.replaceAll('"', '""')}"`
