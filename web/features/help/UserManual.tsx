import { guidePlaces } from './guide-places.ts';
import { Manual } from './Manual.tsx';
import { readGuide } from './read-guide.ts';

/** A document, not code: taken into the build as its pictures are. */
const [source = ''] = Object.values(
  import.meta.glob<string>('../../../docs/user-guide.zh-CN.md', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
);
const sections = readGuide(source);

/** The user guide, opened at the place that speaks of the screen from which it was asked for. */
export function UserManual() {
  return <Manual title="使用手册" sections={sections} places={guidePlaces} />;
}
