// In place of the native package by which ssh2 orders its ciphers.
module.exports = () => undefined
