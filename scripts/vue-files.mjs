// An esbuild plugin: compiles the Vue files of a library, with the compiler of Vue.
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { compileScript, parse } from 'vue/compiler-sfc'

const styles = 'vue-styles'

export const vueFiles = {
  name: 'vue-files',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /\.vue$/, namespace: 'file' }, ({ path }) => {
      const { descriptor, errors } = read(path)
      if (errors.length > 0) return { errors: errors.map(({ message }) => ({ text: message })) }
      const { content } = compileScript(descriptor, { id: path, inlineTemplate: true, isProd: true })
      const css = descriptor.styles.length > 0 ? `import ${JSON.stringify(`${path}?${styles}`)}\n` : ''
      return { contents: css + content, loader: 'js', resolveDir: dirname(path) }
    })
    onResolve({ filter: /\.vue\?vue-styles$/ }, ({ path }) => ({
      path: path.slice(0, -styles.length - 1),
      namespace: styles,
    }))
    onLoad({ filter: /./, namespace: styles }, ({ path }) => ({
      contents: read(path)
        .descriptor.styles.map(({ content }) => content)
        .join('\n'),
      loader: 'css',
      resolveDir: dirname(path),
    }))
  },
}

const read = (path) => parse(readFileSync(path, 'utf8'), { filename: path })
