/** Reason why a connection to the database could not be encrypted, or was refused for lack of encryption. */
interface TlsRefusal {
  chinese: string;
  english: string;
}

const ownAuthority: TlsRefusal = {
  chinese:
    '数据库的证书不是公共 CA 签发的，请在地址后加 sslmode=verify-full&sslrootcert=CA 证书文件（sslmode=require 在这里也核对证书）',
  english:
    'name the certificate of your own CA in sslrootcert (sslmode=require verifies the server here too)',
};

const byCode: Record<string, TlsRefusal> = {
  SELF_SIGNED_CERT_IN_CHAIN: ownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: ownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: ownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ownAuthority,
  CERT_SIGNATURE_FAILURE: ownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: {
    chinese:
      '数据库的证书里没有地址中的主机名，请改用证书里的名称，或重新签发证书（自建 CA 的也可以用 sslmode=verify-ca，不核对名称）',
    english: 'the certificate is for another name: use that name, or sslmode=verify-ca with your own CA',
  },
  CERT_HAS_EXPIRED: {
    chinese: '数据库的证书已过期，请更换证书，并核对本机时间',
    english: 'the certificate of the database has expired',
  },
  CERT_NOT_YET_VALID: {
    chinese: '数据库的证书尚未生效，请核对本机时间',
    english: 'the certificate of the database is not valid yet: check the clock of this machine',
  },
};

/** Returns the TLS reason of an error, which repeating the attempt cannot solve; undefined for other errors. */
export function findTlsReason(error: unknown): TlsRefusal | undefined {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  if (Object.hasOwn(byCode, code)) return byCode[code];
  if (message === 'The server does not support SSL connections')
    return {
      chinese: '数据库没有开启加密，请在 PostgreSQL 设置 ssl = on 和证书',
      english: 'the server does not encrypt: set ssl = on and a certificate there',
    };
  // From a pg_hba.conf that has only `hostssl` lines.
  if (code === '28000' && message.includes('no encryption'))
    return {
      chinese: '数据库只接受加密的连接（或 pg_hba.conf 没有允许），请在地址后加 sslmode=verify-full',
      english: 'the server accepts only encrypted connections: add sslmode=verify-full to the address',
    };
  return undefined;
}
