/**
 * Licences that packages of the running server may have. LGPL is for libvips, a separate library used by
 * sharp, and for libheif (`libheif-js` writes it `LGPL-3.0`); both are used unchanged.
 */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MIT',
  'Python-2.0',
  'Zlib',
]);

/** Tools, fonts and libraries in the web app may have these too; all are used unchanged. */
const licencesOfBuildTools = new Set([...allowedLicences, 'MPL-2.0', 'OFL-1.1']);
/**
 * Licences that a person has read. That of `bpmn-js` is MIT with one more condition: the code that shows the
 * watermark of bpmn.io must not be changed, and the watermark must stay fully visible with its link, covered
 * by nothing. The portal changes neither the library nor its styles there, and the tools of a diagram are
 * above the drawing; `e2e/walk.ts` checks the watermark on the screen.
 */
const reviewedLicences = { 'bpmn-js': 'SEE LICENSE IN LICENSE' };

const ownFolder = 'scripts/no-canvas';
const exactVersion = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];

/**
 * Returns problems of the declared and locked packages: inexact versions, missing checksums, sources other
 * than the registry, install scripts that are not allowed, licences that are not listed.
 */
export function findPackageProblems({ manifest, packages, readLicence }) {
  return [
    ...kinds.flatMap((kind) => findInexactVersions(manifest[kind] ?? {}, kind)),
    ...Object.entries(packages).flatMap(([path, entry]) =>
      path === '' || path === ownFolder ? [] : findEntryProblems({ path, entry, manifest, readLicence }),
    ),
  ];
}

function findInexactVersions(declared, kind) {
  return Object.entries(declared)
    .filter(([, version]) => !exactVersion.test(version) && version !== `file:${ownFolder}`)
    .map(([name, version]) => `package.json, ${kind}: ${name} is "${version}", not an exact version`);
}

function findEntryProblems({ path, entry, manifest, readLicence }) {
  if (entry.link) return entry.resolved === ownFolder ? [] : [`${path} is a link to ${entry.resolved}`];
  const problems = [];
  if (!entry.integrity?.startsWith('sha512-')) problems.push(`${path} has no sha512 checksum (integrity)`);
  // npm omits `resolved` if a setting says so; then only the registry is possible.
  if (entry.resolved !== undefined && !isRegistryArchive(path, entry))
    problems.push(`${path} comes from ${entry.resolved}, not from the registry`);
  if (!exactVersion.test(entry.version ?? ''))
    problems.push(`${path} has no exact version: ${entry.version}`);
  if (entry.hasInstallScript && !isScriptAllowed(path, entry, manifest.allowScripts ?? {}))
    problems.push(
      `${path} runs a script when it is installed, which allowScripts in package.json does not name`,
    );
  const licence = readLicence(path) ?? entry.license;
  const isReviewed = licence !== undefined && reviewedLicences[nameOf(path)] === licence;
  if (!isReviewed && !isLicenceAllowed(licence, entry.dev ? licencesOfBuildTools : allowedLicences))
    problems.push(`${path} has the licence "${licence ?? 'none'}", which is not in the allowed list`);
  return problems;
}

/**
 * Checks that an archive comes from the registry under the package's own name, and not from git or another
 * address.
 */
function isRegistryArchive(path, { resolved, name = nameOf(path), version }) {
  if (!/^https:\/\//.test(resolved)) return false;
  const { pathname } = new URL(resolved);
  return pathname.endsWith(`/${name}/-/${name.split('/').at(-1)}-${version}.tgz`);
}

/**
 * Checks the install script: builds of the database for other systems have the same script as the one that is
 * allowed.
 */
function isScriptAllowed(path, { optional }, allowed) {
  const name = nameOf(path);
  if (allowed[name] === true) return true;
  const scope = name.startsWith('@') ? `${name.split('/')[0]}/` : undefined;
  return Boolean(
    optional &&
      scope &&
      Object.keys(allowed).some((each) => allowed[each] === true && each.startsWith(scope)),
  );
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * Checks that an SPDX expression is allowed: one of several alternatives is enough, but of combined parts all
 * must be allowed.
 */
export function isLicenceAllowed(licence, allowed = allowedLicences) {
  if (typeof licence !== 'string') return false;
  const bare = licence.replace(/^\((.*)\)$/, '$1');
  // An expression that mixes both must be read by a person.
  if (/[()]/.test(bare) || (bare.includes(' OR ') && bare.includes(' AND '))) return false;
  if (bare.includes(' OR ')) return bare.split(' OR ').some((each) => allowed.has(each));
  return bare.split(' AND ').every((each) => allowed.has(each));
}
