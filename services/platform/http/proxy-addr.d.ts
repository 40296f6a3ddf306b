declare module 'proxy-addr' {
  interface ProxyAddr {
    /** @param networks addresses, networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal */
    compile(networks: string[]): (address: string, hop: number) => boolean
  }
  const proxyAddr: ProxyAddr
  export default proxyAddr
}
