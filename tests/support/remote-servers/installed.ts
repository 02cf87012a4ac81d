/** Servers of the machine, where they are installed: OpenSSH, ProFTPD, vsftpd, nginx. Nothing is installed for the tests. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.mjs'
import { eventually } from '../wait'
import { certificatePath, keyPath, type RemoteServer, user } from './remote-server'
import { keys } from './ssh2'

/** Starts a server on a folder, with a folder for its own files. */
export type Start = (folder: string, own: string) => Promise<RemoteServer>

const me = userInfo().username
const find = (name: string) =>
  ['/usr/sbin', '/usr/local/sbin', '/opt/vsftpd/usr/sbin'].map((at) => join(at, name)).find((path) => existsSync(path))

/** The servers that are there, by name. */
export function installed(): [string, Start][] {
  const [sshd, proftpd, vsftpd, nginx] = ['sshd', 'proftpd', 'vsftpd', 'nginx'].map(find)
  const asRoot = process.getuid?.() === 0
  return [
    ...(sshd ? [entry('OpenSSH', startSshd(sshd))] : []),
    ...(proftpd && existsSync('/usr/lib/proftpd/mod_tls.so')
      ? (['ftp', 'ftpes', 'ftps'] as const).map((kind) => entry(`ProFTPD, ${kind}`, startProftpd(proftpd, kind)))
      : []),
    ...(vsftpd && asRoot ? [entry('vsftpd', startVsftpd(vsftpd))] : []),
    ...(nginx ? [entry('nginx', startNginx(nginx))] : []),
  ]
}

const entry = (name: string, start: Start): [string, Start] => [name, start]

const startSshd =
  (program: string): Start =>
  async (folder, own) => {
    const port = await freePort()
    // The folder of privilege separation, of the package's service.
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
    writeFileSync(join(own, 'host'), keys.host.private, { mode: 0o600 })
    writeFileSync(join(own, 'authorized'), `${keys.ed25519.public}\n`, { mode: 0o600 })
    const config = write(own, 'sshd_config', [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(own, 'host')}`,
      `AuthorizedKeysFile ${join(own, 'authorized')}`,
      `PidFile ${join(own, 'pid')}`,
      'StrictModes no',
      'UsePAM no',
      'PermitRootLogin yes',
      'PasswordAuthentication no',
      'Subsystem sftp internal-sftp',
    ])
    const stop = await run(program, ['-D', '-e', '-f', config], port)
    const connection = { url: `sftp://127.0.0.1:${port}/`, username: me, sshKey: keys.ed25519.private }
    return { name: 'OpenSSH', connection, folder, base: folder, stop }
  }

const startProftpd =
  (program: string, kind: 'ftp' | 'ftpes' | 'ftps'): Start =>
  async (folder, own) => {
    const port = await freePort()
    const { uid, gid } = userInfo()
    const hash = execFileSync('openssl', ['passwd', '-6', '-stdin'], { input: user.password }).toString().trim()
    // It refuses accounts that are root or have no shell.
    const owner = uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid }
    if (uid === 0) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, folder])
    writeFileSync(join(own, 'users'), `${user.username}:${hash}:${owner.uid}:${owner.gid}::${folder}:/bin/sh\n`, {
      mode: 0o600,
    })
    const config = write(own, 'proftpd.conf', [
      'ModulePath /usr/lib/proftpd',
      'LoadModule mod_tls.c',
      'ServerType standalone',
      'DefaultAddress 127.0.0.1',
      `Port ${port}`,
      ...(uid === 0 ? ['User nobody', 'Group nogroup'] : [`User ${me}`]),
      `PidFile ${join(own, 'pid')}`,
      `ScoreboardFile ${join(own, 'scoreboard')}`,
      `DelayTable none`,
      'UseReverseDNS off',
      'RequireValidShell off',
      'AuthOrder mod_auth_file.c',
      `AuthUserFile ${join(own, 'users')}`,
      'DefaultRoot ~',
      'AllowOverwrite on',
      'AllowRetrieveRestart on',
      'WtmpLog off',
      ...(kind === 'ftp'
        ? []
        : [
            'TLSEngine on',
            'TLSRequired on',
            `TLSRSACertificateFile ${certificatePath}`,
            `TLSECCertificateFile ${certificatePath}`,
            `TLSECCertificateKeyFile ${join(own, 'key')}`,
            `TLSLog ${join(own, 'tls.log')}`,
            `TLSOptions NoSessionReuseRequired${kind === 'ftps' ? ' UseImplicitSSL' : ''}`,
          ].filter((line) => !line.startsWith('TLSRSA'))),
    ])
    execFileSync('install', ['-m', '600', keyPath, join(own, 'key')])
    const stop = await run(program, ['-n', '-c', config], port)
    const host = kind === 'ftp' ? '127.0.0.1' : 'localhost'
    const connection = { url: `${kind}://${host}:${port}/`, ...user }
    return { name: `ProFTPD, ${kind}`, connection, folder, base: '', stop }
  }

/** Anonymous, and only to read. */
const startVsftpd =
  (program: string): Start =>
  async (folder, own) => {
    const port = await freePort()
    const config = write(own, 'vsftpd.conf', [
      'listen=YES',
      'listen_address=127.0.0.1',
      `listen_port=${port}`,
      'background=NO',
      'anonymous_enable=YES',
      'local_enable=NO',
      `anon_root=${folder}`,
      // An account whose home exists.
      'ftp_username=daemon',
      `secure_chroot_dir=${own}`,
      'seccomp_sandbox=NO',
      'isolate=NO',
      'isolate_network=NO',
      'ssl_enable=YES',
      'allow_anon_ssl=YES',
      `rsa_cert_file=${certificatePath}`,
      `rsa_private_key_file=${keyPath}`,
    ])
    const stop = await run(program, [config], port)
    return { name: 'vsftpd', connection: { url: `ftp://127.0.0.1:${port}/` }, folder, base: '', stop }
  }

const startNginx =
  (program: string): Start =>
  async (folder, own) => {
    const port = await freePort()
    const config = write(own, 'nginx.conf', [
      ...(process.getuid?.() === 0 ? [`user ${me};`] : []),
      'daemon off;',
      `pid ${join(own, 'pid')};`,
      `error_log ${join(own, 'error.log')};`,
      'events {}',
      'http {',
      'access_log off;',
      ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${join(own, kind)};`),
      `server { listen 127.0.0.1:${port}; root ${folder}; charset utf-8; autoindex on; autoindex_exact_size on;`,
      'dav_methods PUT DELETE MOVE;',
      'client_max_body_size 100m;',
      '} }',
    ])
    const stop = await run(program, ['-c', config, '-p', own], port)
    return { name: 'nginx', connection: { url: `http://127.0.0.1:${port}/` }, folder, base: '', stop }
  }

function write(folder: string, name: string, lines: readonly string[]): string {
  const path = join(folder, name)
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 })
  return path
}

/** Runs a server until it listens. @returns what ends it */
async function run(program: string, args: readonly string[], port: number): Promise<() => Promise<void>> {
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += String(chunk)))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await eventually(async () => {
    if (!(await listens(port))) throw new Error(`${program} does not listen: ${said}`)
  })
  return async () => {
    child.kill()
    await ended
  }
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
