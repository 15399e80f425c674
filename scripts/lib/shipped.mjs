import { readFileSync, writeFileSync } from 'node:fs';
import { readPackageList } from './npm.mjs';
import { thisSystem } from './omitted-packages.mjs';
import { fontPackages, openFonts } from './prepare.mjs';
import { inProject } from './project.mjs';
import { rareFontPackage } from './rare-fonts.mjs';
import { packagesForBuilding } from './trim.mjs';

const developmentMark = 'cdx:npm:package:development';

/**
 * Writes the list of shipped packages (CycloneDX) into `dist`, from the lock file and the build; npm before
 * version 10 cannot create it.
 */
export function writeShippedPackages() {
  const list = readPackageList(process.execPath);
  if (list === undefined) {
    console.log(
      '没有写出软件物料清单 dist/sbom.cdx.json：需要 npm 10 以上。 No software bill of materials was written: it needs npm 10 or later.',
    );
    return;
  }
  const read = (...path) => JSON.parse(readFileSync(inProject(...path), 'utf8'));
  const shipped = keepShippedPackages(list, {
    packages: read('package-lock.json').packages,
    webPackages: read('dist', 'web', '.vite', 'packages.json'),
    copiedPackages: [
      'node_modules/node',
      rareFontPackage,
      ...openFonts().map(([family]) => `${fontPackages}/${family}`),
    ],
  });
  writeFileSync(inProject('dist', 'sbom.cdx.json'), JSON.stringify(shipped, undefined, 2));
}

/**
 * Returns npm's list (CycloneDX, of everything in the lock file) without packages that are not in a release:
 * keeps those that the server needs, those whose code is in the web app, and those that the build copies.
 */
export function keepShippedPackages(list, { packages, webPackages, copiedPackages }, system = thisSystem()) {
  const forBuilding = new Set(packagesForBuilding(packages, system));
  const paths = Object.keys(packages).filter(
    (path) => path.startsWith('node_modules/') && !packages[path].link && !forBuilding.has(path),
  );
  const shipped = new Set(
    [...paths, ...webPackages, ...copiedPackages].map((path) => nameAndVersion(path, packages)),
  );
  const components = list.components.filter((one) => shipped.has(`${one.name}@${one.version}`));
  const shippedRefs = new Set([
    list.metadata.component['bom-ref'],
    ...components.map((one) => one['bom-ref']),
  ]);
  return {
    ...list,
    components: components.map((one) => ({
      ...one,
      scope: 'required',
      properties: one.properties.filter(({ name }) => name !== developmentMark),
    })),
    dependencies: list.dependencies
      .filter(({ ref }) => shippedRefs.has(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => shippedRefs.has(ref)) })),
  };
}

function nameAndVersion(path, packages) {
  const entry = packages[path];
  if (entry === undefined) throw new Error(`${path} is shipped and not in the lock file`);
  return `${entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${entry.version}`;
}
