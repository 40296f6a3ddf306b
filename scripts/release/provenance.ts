import { hostname } from 'node:os'

/** What was built of what, by whom and when, as SLSA 1.0 has it. A workflow says by its variables who it is. */
export function provenance(commit: string, startedOn: Date, options: object): string {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_WORKFLOW_REF } = process.env
  const source = GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
  const predicate = {
    buildDefinition: {
      buildType: 'https://slsa.dev/spec/v1.0/provenance#npm-run-release',
      externalParameters: { command: 'npm run release', ...options },
      resolvedDependencies: [{ uri: `git+${source ?? 'file://.'}`, digest: { gitCommit: commit } }],
    },
    runDetails: {
      builder: { id: source ? `${GITHUB_SERVER_URL}/${GITHUB_WORKFLOW_REF}` : `host:${hostname()}` },
      metadata: {
        invocationId: source ? `${source}/actions/runs/${GITHUB_RUN_ID}` : commit,
        startedOn: startedOn.toISOString(),
        finishedOn: new Date().toISOString(),
      },
    },
  }
  return `${JSON.stringify(predicate, null, 2)}\n`
}
