import {
  commonVariables,
  ConfigError,
  integer,
  internalVariables,
  networks,
  oneOf,
  port,
  readConfig,
  redisUrl,
  secretUrl,
  text,
  operatorTokens,
  tokens,
  url,
  type Environment,
  type Specification,
} from '../config.ts'

const TOKEN = 'a-token-that-is-long-enough'
const enough: Environment = {
  MONGODB_URL: 'mongodb://db/user',
  REDIS_URL: 'redis://cache',
  RABBITMQ_URL: 'amqp://broker',
  SERVICE_TOKENS: TOKEN,
  OPERATOR_TOKENS: TOKEN,
}

function faultsOf(env: Environment, specification: Specification = commonVariables): readonly string[] {
  try {
    readConfig(env, specification)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

describe('configuration (STYLE, "Configuration")', () => {
  it('adds a separate user name and password to the URL, with any characters', () => {
    const apart = {
      MONGODB_URL: 'mongodb://a:27017,b/user?tls=true',
      MONGODB_URL_USERNAME: 'ro:ll',
      MONGODB_URL_PASSWORD: 'p@ss/$&%',
      REDIS_URL_PASSWORD: 'secret',
    }
    const { mongodbUrl, redisUrl } = readConfig({ ...enough, ...apart }, commonVariables)
    expect(mongodbUrl).toBe('mongodb://ro%3All:p%40ss%2F%24%26%25@a:27017,b/user?tls=true')
    expect(redisUrl).toBe('redis://:secret@cache')
    const twice = { ...enough, REDIS_URL: 'redis://u:hunter2@cache', REDIS_URL_PASSWORD: 'secret' }
    expect(faultsOf(twice)).toEqual([
      expect.stringMatching(/^REDIS_URL holds credentials already: .*_PASSWORD/),
    ])
  })

  it('has a default for every variable without a secret', () => {
    expect(readConfig(enough, { ...commonVariables, ...internalVariables })).toEqual({
      bindAddress: '::',
      operatorPort: 8082,
      adminPort: 9090,
      internalPort: 8081,
      mongodbUrl: 'mongodb://db/user',
      redisUrl: 'redis://cache',
      rabbitmqUrl: 'amqp://broker',
      serviceTokens: [TOKEN],
      operatorTokens: [TOKEN],
      operatorReadTokens: [],
      trustedProxies: [],
      replicas: 1,
      requestDeadlineMs: 5_000,
      logLevel: 'info',
      caFile: '',
      drainDelayMs: 0,
    })
  })

  it('reports all faults at once, each with the purpose of its variable', () => {
    const faults = faultsOf({ ...enough, OPERATOR_PORT: 'eighty', LOG_LEVEL: 'loud', REDIS_URL: undefined })
    expect(faults).toEqual([
      'OPERATOR_PORT must be a whole number from 0 to 65535 ' +
        '(given: "eighty"): where the operator operations are served',
      'REDIS_URL is not set: holds the rate limits',
      'LOG_LEVEL must be one of debug, info, warn, error, silent ' +
        '(given: "loud"): the lowest level that is logged',
    ])
    expect(new ConfigError(faults).message).toMatch(/^The configuration has 3 faults:\n {2}OPERATOR_PORT/)
  })

  it('has no default for a secret, except for the read-only tokens', () => {
    const secrets = Object.values(commonVariables).filter(({ secret }) => secret)
    const required = secrets.filter((secret) => secret.default === undefined)
    expect(required.map(({ name }) => name)).toEqual(Object.keys(enough))
    // No token is a right to do less.
    expect(secrets.filter((secret) => secret.default).map(({ name }) => name)).toEqual([
      'OPERATOR_READ_TOKENS',
    ])
    expect(faultsOf({})).toHaveLength(required.length)
  })

  it('reports no secret value', () => {
    const faults = faultsOf({
      MONGODB_URL: 'postgres://root:hunter2@db',
      REDIS_URL: 'hunter2',
      RABBITMQ_URL: 'amqp://root:hunter2@broker:port',
      SERVICE_TOKENS: 'hunter2',
      OPERATOR_TOKENS: 'hunter2,hunter2,hunter2',
    })
    expect(faults).toHaveLength(5)
    expect(faults.join()).not.toContain('hunter2')
  })

  it('rejects a token that is in both lists of operator tokens', () => {
    const twice = { ...enough, OPERATOR_TOKENS: `ada:${TOKEN}`, OPERATOR_READ_TOKENS: `eve:${TOKEN}` }
    expect(faultsOf(twice)).toEqual([expect.stringContaining('must not hold a token of OPERATOR_TOKENS')])
    expect(faultsOf({ ...twice, OPERATOR_READ_TOKENS: `eve:${TOKEN}2` })).toEqual([])
  })

  it('treats an empty value like one that is not set', () => {
    expect(readConfig({ A: '' }, { a: text('A', { default: 'x', why: '' }) })).toEqual({ a: 'x' })
    expect(faultsOf({ A: '' }, { a: text('A', { why: 'needed' }) })).toEqual(['A is not set: needed'])
  })

  const why = 'because'
  it.each([
    [port('V', { why }), ['0', '65535'], ['65536', '-1', '80.5', '0x50', '1e3', ' 80', 'http']],
    [integer('V', { min: 2, max: 5, why }), ['2', '5'], ['1', '6', 'two', '']],
    [oneOf('V', ['a', 'b'], { why }), ['a'], ['A', 'c']],
    [
      tokens('V', { why }),
      [TOKEN, `${TOKEN},${TOKEN}2`],
      ['short', ',', `${TOKEN},${TOKEN},${TOKEN}`, `${TOKEN},x`],
    ],
    [
      operatorTokens('V', { why }),
      [TOKEN, `ada:${TOKEN}`, Array.from({ length: 50 }, (_, i) => `${TOKEN}${i}`).join()],
      ['short', `ada:short`, `a-very-long-name-of-an-operator:short`, `${TOKEN},ada:${TOKEN}`, ','],
    ],
    [
      url('V', ['http', 'https'], { why }),
      ['http://a', 'https://a:8443/b/'],
      [
        'a',
        'ftp://a',
        'http://',
        'http://a:b',
        'http://a b',
        'http://a,b',
        'http://a<b',
        'http://u:p@a',
        'http://a/{id}',
      ],
    ],
    [
      secretUrl('V', ['amqp', 'amqps'], { why }),
      ['amqp://u:p@broker:5672/vhost', 'amqps://broker', 'amqp://u:p@a:5672,b,[::1]:5673/vhost?heartbeat=5'],
      [
        'amqp://',
        'amqp:broker',
        'http://broker',
        'amqp://u:p@broker:port',
        'amqp://broker:70000',
        'amqp://a:5672,amqp://b:5672',
        'amqp://u:100%@broker',
        'amqp://u:p@ss@broker',
      ],
    ],
    [
      secretUrl('V', ['mongodb', 'mongodb+srv'], { why }),
      [
        'mongodb://a',
        'mongodb://u:p@a:27017,b:27018,[::1]:27019/db?replicaSet=rs0',
        'mongodb+srv://u:p@cluster.example/db',
        'mongodb://%2Ftmp%2Fmongodb.sock/db',
      ],
      ['mongodb://', 'mongodb:///db', 'mongodb://a:port/db', 'mongodb://a,/db'],
    ],
    [
      redisUrl('V', { why }),
      [
        'redis://cache',
        'rediss://u:p@cache:6380/2',
        'redis+sentinel://u:p@a:26379,b,[::1]:26379/mymaster',
        'rediss+sentinel://a/mymaster/2?sentinelPassword=p',
        'redis+cluster://a:6379,b:6379',
        'rediss+cluster://:p@a/',
      ],
      [
        'redis+sentinel://a,b',
        'redis+sentinel://a,b/',
        'redis+sentinel://a/mymaster/x',
        'redis+cluster://a/1',
        'redis://a,b',
        'redis+proxy://a',
      ],
    ],
    [
      networks('V', { why }),
      ['loopback, 10.0.0.0/8,fd00::/8,192.0.2.1'],
      ['10.0.0.256', 'gateway', '10.0.0.0/33', '10.0.0.1;10.0.0.2'],
    ],
  ])('accepts only well-formed values (R20: of trusted proxies): %#', (variable, good, bad) => {
    for (const value of good) expect([value, faultsOf({ V: value }, { v: variable })]).toEqual([value, []])
    for (const value of bad)
      expect([value, faultsOf({ V: value }, { v: variable }).length]).toEqual([value, 1])
  })

  it.each([
    ['readPreference=secondaryPreferred', 'readPreference'],
    ['READPREFERENCE=nearest', 'readPreference'],
    ['readPreference=primary&readPreference=secondary', 'readPreference'],
    ['readPreference=%73econdary', 'readPreference'],
    ['journal=false', 'journal'],
    ['j=false', 'j'],
    ['w=1', 'w'],
    ['tls=true&w=0', 'w'],
    ['readConcernLevel=available', 'readConcernLevel'],
    ['readConcernLevel=local', 'readConcernLevel'],
  ])('rejects options of MONGODB_URL that weaken what the service promises: %s', (options, name) => {
    const faults = faultsOf({ ...enough, MONGODB_URL: `mongodb://u:hunter2@a,b/user?${options}` })
    expect(faults).toEqual([expect.stringMatching(`^MONGODB_URL must not set ${name} to anything but `)])
    expect(faults.join()).not.toContain('hunter2')
  })

  it.each([
    'readPreference=primary&w=majority&journal=true&readConcernLevel=majority',
    'replicaSet=rs0&tls=true&authSource=admin&retryWrites=true',
  ])('accepts other options of MONGODB_URL: %s', (options) => {
    expect(faultsOf({ ...enough, MONGODB_URL: `mongodb://a,b/user?${options}` })).toEqual([])
  })

  it('reads lists without blanks, and URLs without a slash at the end', () => {
    const specification = { l: networks('L', { why }), u: url('U', ['http'], { why }) }
    expect(readConfig({ L: ' 10.0.0.1, ,10.1.0.0/16 ', U: 'http://user:8081/' }, specification)).toEqual({
      l: ['10.0.0.1', '10.1.0.0/16'],
      u: 'http://user:8081',
    })
  })
})
