import { guideSectionByScreen } from './guide-sections.ts';
import { Manual } from './Manual.tsx';
import { readGuide } from './read-guide.ts';

/** The source is a document, included in the build like its pictures. */
const [source = ''] = Object.values(
  import.meta.glob<string>('../../../docs/user-guide.zh-CN.md', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
);
const sections = readGuide(source);

/** Shows the user guide, opened at the section about the screen from which it was opened. */
export function UserManual() {
  return <Manual title="使用手册" sections={sections} headingByScreen={guideSectionByScreen} />;
}
