interface ImportMetaEnv {
  /** Address of a service that tells the visitor's public address; empty turns X-Client-IP off. */
  readonly CLIENT_IP_URL?: string;
}
