import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../support/files.ts'
import { readOptions } from '../options.ts'
import { readingStoredData, readSecrets } from '../paths.ts'
import { databaseUrl, fromEnvironment } from '../services.ts'
import { CommandError } from '../support/command-error.ts'

describe('npm start', () => {
  it.each([
    [['--rest'], {}],
    [['now'], {}],
    [[], { PORT: 'eighty' }],
    [[], { PORT: '65534' }],
    [[], { PORT: '-1' }],
  ])('rejects %j %j with exit code 2 and without a stack', (args, env) => {
    expect(() => readOptions(args, env)).toThrow(CommandError)
    expect(() => readOptions(args, env)).toThrow(expect.objectContaining({ exitCode: 2 }) as Error)
  })

  it('rejects resetting a server that it did not start', () => {
    const env = { MONGODB_URL: 'mongodb://h', SMTP_URL: 'smtp://h' }
    expect(() => readOptions(['--reset'], env)).toThrow(/^--reset .* MONGODB_URL, SMTP_URL names another one/)
    expect(readOptions([], env).reset).toBe(false)
  })

  describe('on the .local/ of another build', () => {
    const namesReset = /npm start -- --reset$/

    it.each(['', '{', '{}', '{"serviceToken":"a","operatorToken":"b"}'])(
      'names --reset and replaces nothing when the stored secrets are %j',
      (stored) => {
        const file = join(mkdtempSync(join(tmpdir(), 'rollcall-secrets-')), 'secrets.json')
        writeFileSync(file, stored)
        expect(() => readSecrets(file)).toThrow(CommandError)
        expect(() => readSecrets(file)).toThrow(namesReset)
        expect(readFileSync(file, 'utf8')).toBe(stored)
      },
    )

    it('names --reset when a server or a service does not start with its data', async () => {
      const step = () => Promise.reject(new CommandError('The user service did not become ready.'))
      await expect(readingStoredData(step(), {})).rejects.toThrow(/^The user service did not become ready\./)
      await expect(readingStoredData(step(), {})).rejects.toThrow(namesReset)
      await expect(readingStoredData(step(), {})).rejects.toThrow(CommandError)
    })

    it.each([
      ['a variable names a server, because it would be rejected', 1, { SMTP_URL: 'smtp://h' }],
      ['a variable is invalid', 2, {}],
    ])('does not name --reset when %s', async (_, exitCode, env) => {
      const failed = readingStoredData(Promise.reject(new CommandError('no reply', exitCode)), env)
      await expect(failed).rejects.toThrow(/^no reply$/)
      await expect(failed).rejects.toMatchObject({ exitCode })
    })
  })

  it('creates the secrets of a checkout once', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'rollcall-secrets-')), 'secrets.json')
    expect(readSecrets(file)).toEqual(readSecrets(file))
  })

  it('reports a taken port before it installs anything', async () => {
    const clone = mkdtempSync(join(tmpdir(), 'rollcall-port-'))
    mkdirSync(join(clone, 'scripts'))
    for (const file of ['bootstrap.mjs', 'commands.mjs'])
      copyFileSync(join(ROOT, 'scripts', file), join(clone, 'scripts', file))
    writeFileSync(
      join(clone, 'package-lock.json'),
      '{ "packages": { "node_modules/a": { "version": "1.0.0" } } }',
    )
    const server = createServer()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const env = { ...process.env, PORT: String(port) }
    const run = spawnSync(process.execPath, ['scripts/bootstrap.mjs', 'start'], {
      cwd: clone,
      env,
      encoding: 'utf8',
    })
    server.close()
    expect(run.stderr).toContain(`Port ${port} is taken by another program.`)
    expect([run.status, run.stdout]).toEqual([1, ''])
  })

  it('passes the environment to the services, without credentials that the URLs have already', () => {
    const secret = { MONGODB_URL_USERNAME: 'rollcall', SMTP_URL_PASSWORD: 'p@ss', npm_command: 'start' }
    const env = { REFERENCE_PAGE: 'shown', TRUSTED_PROXIES: '10.0.0.1' }
    expect(fromEnvironment({ ...env, ...secret })).toEqual({ ...env, TRUSTED_PROXIES: '127.0.0.1,10.0.0.1' })
  })

  it.each([
    ['mongodb://127.0.0.1:1', 'mongodb://127.0.0.1:1/rollcall_user'],
    ['mongodb://a:1,b:2/?replicaSet=r', 'mongodb://a:1,b:2/rollcall_user?replicaSet=r'],
    ['mongodb+srv://u:p%40@h/mine?tls=true', 'mongodb+srv://u:p%40@h/mine_user?tls=true&authSource=mine'],
    ['mongodb://u:p@h/mine?authSource=admin', 'mongodb://u:p@h/mine_user?authSource=admin'],
    ['mongodb://u:p@h:1', 'mongodb://u:p@h:1/rollcall_user?authSource=admin'],
    ['mongodb://u@h/?authMechanism=MONGODB-X509', 'mongodb://u@h/rollcall_user?authMechanism=MONGODB-X509'],
  ])('gives each service a database, with the credentials of the server: %s → %s', (url, expected) => {
    expect(databaseUrl(url, 'user')).toBe(expected)
  })
})
