import type { MouseEvent } from 'react';
import styles from './form.module.css';
import { type Section, sectionDomId } from './sections.ts';

/**
 * The sections of a long form, beside it. Ours, since Ant Design's `Anchor` glides for 450 ms also for those who asked for
 * no motion, measures the page at every scroll and leaves the focus where it was (0090).
 */
export function SectionIndex({ idPrefix, sections }: { idPrefix: string; sections: readonly Section[] }) {
  const follow = (event: MouseEvent, id: string) => {
    event.preventDefault();
    const section = document.getElementById(id);
    section?.scrollIntoView?.({ block: 'start' });
    section?.focus({ preventScroll: true });
  };
  return (
    <nav aria-label="表单目录" className={styles.index}>
      <ol>
        {sections.map((section) => {
          const id = sectionDomId(idPrefix, section.id);
          return (
            <li key={section.id}>
              <a href={`#${id}`} onClick={(event) => follow(event, id)}>
                {section.title}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
