import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installOnce, isInstalled } from '../support/install-once.ts'

describe('software that a command installs', () => {
  const parent = mkdtempSync(join(tmpdir(), 'rollcall-install-'))
  afterAll(() => rmSync(parent, { recursive: true }))

  it('is installed once by commands that are started together, and not again', async () => {
    const dir = join(parent, 'together')
    let installs = 0
    const install = async () => {
      installs++
      await Promise.resolve()
      expect(isInstalled(dir)).toBe(false)
      writeFileSync(join(dir, 'program'), '')
    }
    await Promise.all([1, 2, 3].map(() => installOnce(dir, install)))
    await installOnce(dir, install)
    expect([installs, isInstalled(dir), existsSync(join(dir, 'program'))]).toEqual([1, true, true])
    expect(readdirSync(parent)).toEqual(['together'])
  })

  it('is installed again after an installation that failed or was killed', async () => {
    const dir = join(parent, 'again')
    await expect(installOnce(dir, () => Promise.reject(new Error('no space')))).rejects.toThrow('no space')
    expect(isInstalled(dir)).toBe(false)
    writeFileSync(join(dir, 'half'), '')
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(`${dir}.installing`, String(pid))
    await installOnce(dir, () => Promise.resolve())
    expect([isInstalled(dir), existsSync(join(dir, 'half'))]).toEqual([true, false])
  })
})
