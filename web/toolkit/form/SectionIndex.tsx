import type { MouseEvent } from 'react';
import styles from './section-index.module.css';

/**
 * Shows links to the sections of a long form or screen; `id` is that of the element, which gets the focus.
 * Our own component, since Ant Design's `Anchor` animates for 450 ms even with reduced motion, measures the
 * page at every scroll and does not move the focus (0087).
 */
export function SectionIndex(props: { label: string; sections: readonly { id: string; title: string }[] }) {
  const focusSection = (event: MouseEvent, id: string) => {
    event.preventDefault();
    const section = document.getElementById(id);
    section?.scrollIntoView?.({ block: 'start' });
    section?.focus({ preventScroll: true });
  };
  return (
    <nav aria-label={props.label} className={styles.index}>
      <ol>
        {props.sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => focusSection(event, id)}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
