/** An address of the specification and the one that it has here; `:name` stands for one part. */
type OldAddress = readonly [from: string, to: string];

/**
 * The routes of S0 §2 are those of several small applications, each with a root of its own. Here they are one portal, and
 * what is unambiguous goes to its place: sub-app A is consult and complaint, C and D are the combined query, the rest is
 * the affair module.
 */
const oldAddresses: readonly OldAddress[] = [
  ['/draft', '/affair/draft'],
  ['/detail/:code', '/affair/detail/:code'],
  ['/grade/:code', '/affair/grade/:code'],
  ['/detail/:id/:confirmEnable', '/consult-complaints/detail/:id/:confirmEnable'],
  ['/add', '/consult-complaints/add'],
  ['/all', '/query/all'],
  ['/cross', '/query/cross'],
  ['/seconds', '/query/seconds'],
  ['/view/:code', '/query/view/:code'],
  ['/query', '/query/all'],
  ['/guide', '/workflow-new'],
  ['/initiation', '/workflow-new'],
  ['/affair/detail', '/affair'],
  ['/query/view', '/query/all'],
  ['/business/staff', '/business/accounts'],
];

/**
 * Returns the place in this portal to which an address without its query leads; undefined where it is its
 * own. A slash at the end does not count.
 */
export function findAddress(path: string): string | undefined {
  // `//host` would be read as another host.
  const plain = path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
  const parts = plain.split('/');
  for (const [from, to] of oldAddresses) {
    const names = from.split('/');
    if (names.length !== parts.length) continue;
    const fits = names.every((name, at) => (name.startsWith(':') ? parts[at] !== '' : name === parts[at]));
    if (fits) return to.replace(/:\w+/g, (name) => parts[names.indexOf(name)] ?? '');
  }
  return plain === path ? undefined : plain;
}
