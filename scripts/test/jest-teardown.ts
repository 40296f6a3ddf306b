const held = globalThis as { stopTestServers?: () => Promise<void> }

/** After all tests: ends the servers that this run started. */
export default async function tearDown(): Promise<void> {
  await held.stopTestServers?.()
}
