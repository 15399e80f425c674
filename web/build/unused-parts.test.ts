import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesWithUnusedParts, removeUnusedParts } from './unused-parts.ts';

const web = join(import.meta.dirname, '..');
const library = join(web, '..', 'node_modules');
const inAntd = (...path: string[]) => join(library, 'antd', 'es', ...path);

test.each([
  ['the form library in the dialogs', inAntd('form', 'context.js'), "'@rc-component/form'"],
  ['the form library in a group of radio buttons', inAntd('radio', 'group.js'), '/hooks/useForm'],
  ['the box for one-time codes', inAntd('input', 'index.js'), 'OTP'],
  ['placeholders of single controls', inAntd('skeleton', 'Skeleton.js'), 'SkeletonImage'],
  ['notices at the edge of the window', inAntd('app', 'App.js'), '../notification/'],
  ['texts of another language', inAntd('locale', 'en_US.js'), 'export default localeValues'],
  [
    'the compiler of styles',
    join(library, '@ant-design', 'cssinjs', 'es', 'hooks', 'useStyleRegister.js'),
    "'stylis'",
  ],
])('leaves a part of a library out of our build: %s', (_what, file, part) => {
  expect(filesWithUnusedParts.some((pattern) => pattern.test(file))).toBe(true);
  const code = readFileSync(file, 'utf8');
  expect(code).toContain(part);
  expect(removeUnusedParts(file, code)).not.toContain(part);
});

test('leaves another file unchanged, and rejects a file whose expected text is missing', () => {
  expect(removeUnusedParts('/a/b.js', 'code')).toBe('code');
  expect(() => removeUnusedParts(inAntd('radio', 'group.js'), 'nothing')).toThrow('no longer contains');
});

test('no screen uses a part that is left out', () => {
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  );
  const users = sources.filter((path) =>
    /Input\.OTP\b|Skeleton\.(Button|Input|Image|Node)\b|\{[^}]*\bnotification\b[^}]*\} = App\.useApp/.test(
      readFileSync(join(web, path), 'utf8'),
    ),
  );
  expect(users.filter((path) => !path.startsWith('build'))).toEqual([]);
});
