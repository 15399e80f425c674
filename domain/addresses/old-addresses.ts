/** An address in the specification and the address here; `:name` matches one part of a path. */
type OldAddress = readonly [from: string, to: string];

/**
 * The routes of S0 §2 belong to several small applications, each with its own root. Here they are one portal,
 * and every unambiguous route is redirected: sub-app A is consultation and complaint, C and D are the
 * combined query, the others are the affair module.
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
  ['/business/templates', '/business/document-templates'],
];

/**
 * Returns the address in this portal for an address of the specification, without its query; undefined if
 * there is none. A trailing slash is ignored.
 */
export function findAddress(path: string): string | undefined {
  // A path that begins with `//host` would be read as another host.
  const normalised = path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
  const parts = normalised.split('/');
  for (const [from, to] of oldAddresses) {
    const names = from.split('/');
    if (names.length !== parts.length) continue;
    const isMatch = names.every((name, index) =>
      name.startsWith(':') ? parts[index] !== '' : name === parts[index],
    );
    if (isMatch) return to.replace(/:\w+/g, (name) => parts[names.indexOf(name)] ?? '');
  }
  return normalised === path ? undefined : normalised;
}
