/**
 * Address with scheme, host and port; without an account, which would be a secret in an address, and without
 * a fragment, which belongs to the page.
 */
const address =
  /^(https?):\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::(\d{1,5}))?(?:[/?][^\s#]*)?$/i;

const standardPort: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** Returns the origin of an address, as browsers write it; undefined if the text is no valid address. */
export function originOf(url: string): string | undefined {
  const [, scheme = '', host = '', port] = address.exec(url) ?? [];
  if (scheme === '') return undefined;
  const schemeName = scheme.toLowerCase();
  const portText = port === undefined || port === standardPort[schemeName] ? '' : `:${Number(port)}`;
  return `${schemeName}://${host.toLowerCase()}${portText}`;
}
