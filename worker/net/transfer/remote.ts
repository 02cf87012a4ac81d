/** Files on another server: what every transport can do. */

/** Where the files are, and who asks for them. */
export type RemoteConnection = {
  /**
   * `http:`, `https:`, `ftp:`, `ftps:` (implicit TLS; explicit on port 21), `ftpes:` (explicit TLS) or `sftp:`, without user
   * name or password. Its path is that of `remotePath`.
   */
  url: string
  /** FTP: `anonymous` when absent. */
  username?: string | undefined
  /** The password, or the passphrase of `sshKey`. */
  password?: string | undefined
  /** SFTP: a private key, OpenSSH or PEM. */
  sshKey?: string | undefined
  /** SFTP: the expected fingerprint of the host key, `SHA256:…`; any host key is accepted when absent. */
  hostKey?: string | undefined
}

export type RemoteEntry = {
  /** The path to use with the other methods: absolute, or `/~/…` from the folder of the user (FTP, SFTP). */
  path: string
  name: string
  type: 'file' | 'folder'
  /** Bytes; undefined where the server does not tell it. */
  size: number | undefined
  /** Last modification; undefined where the server does not tell it. The listings of old FTP servers are exact to the minute or the day. */
  modifiedAt: Date | undefined
}

/** An open connection. One operation at a time: a stream of `read` is read to its end or cancelled before the next one. */
export type Remote = {
  /** The fingerprint of the host key of an SFTP server: store it, and pass it as `hostKey` next time. */
  hostKey: string | undefined
  /**
   * The files and folders of a folder, in no order, without `.`, `..` and entries that are neither.
   * HTTP: the links of an index page to what is in its folder.
   *
   * @throws `remote-not-found`, `remote-denied`, `remote-too-large` beyond `limits.transfer.maxEntries`, `upstream-failed`
   */
  list: (folder: string) => Promise<RemoteEntry[]>
  /** @throws `remote-not-found`, `remote-denied`, `upstream-failed` */
  stat: (path: string) => Promise<RemoteEntry>
  /**
   * The bytes of a file from an offset, read as they are asked for. When the connection is cut, the stream connects again and
   * goes on where it was.
   *
   * It fails with `remote-not-found`, `remote-denied`, `upstream-failed` after `limits.transfer.maxResumes` cuts, and
   * `remote-changed` when the file was replaced or has grown meanwhile.
   */
  read: (path: string, offset?: number) => ReadableStream<Uint8Array>
  /**
   * Writes a file of `size` bytes in place of one that is there. Over FTP and SFTP it has its name once it is whole. HTTP: PUT.
   *
   * @throws as `stat`, `remote-unsupported`
   */
  write: (path: string, body: ReadableStream<Uint8Array>, size: number) => Promise<void>
  /** Renames a file, also into another folder, which exists. HTTP: MOVE of WebDAV. @throws as `stat`, `remote-unsupported` */
  move: (path: string, to: string) => Promise<void>
  /** Deletes a file. HTTP: DELETE. @throws as `stat`, `remote-unsupported` */
  remove: (path: string) => Promise<void>
  /** Closes the connection. Does not fail. */
  close: () => Promise<void>
}
