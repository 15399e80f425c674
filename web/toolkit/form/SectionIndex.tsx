import type { MouseEvent } from 'react';
import styles from './section-index.module.css';

/**
 * The sections of a long form or screen, beside it; `id` is that of the element, which takes the focus. Ours, since Ant Design's `Anchor` glides for 450 ms also for those who asked for
 * no motion, measures the page at every scroll and leaves the focus where it was (0087).
 */
export function SectionIndex(props: { label: string; sections: readonly { id: string; title: string }[] }) {
  const follow = (event: MouseEvent, id: string) => {
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
            <a href={`#${id}`} onClick={(event) => follow(event, id)}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
