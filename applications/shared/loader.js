// Loads the application from the folder of its base application: the page is served at another address.
const application = window.APPLICATION ?? {}
const isDraft = new URLSearchParams(location.search).get('draft') === 'true'
const folder = (isDraft && application.urlDraft) || application.url || './'
const font = document.createElement('link')
Object.assign(font, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: `${folder}inter.woff2` })
const style = document.createElement('link')
style.rel = 'stylesheet'
style.href = `${folder}main.css`
const script = document.createElement('script')
script.type = 'module'
script.src = `${folder}main.js`
document.head.append(font, style, script)
