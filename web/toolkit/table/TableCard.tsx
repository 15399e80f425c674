import { type ReactNode, useId } from 'react';
import { type ListTab, ListTabs } from '../list/ListTabs.tsx';
import pages from '../page/page.module.css';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './table-card.module.css';

/** A tab with its number of rows, once it is loaded. */
type CountedTab = Omit<ListTab, 'count'> & { count: number | undefined };

/**
 * Shows a card with a complete list: one line with filters, title or tabs and tools, then the rows at full
 * width.
 */
export function TableCard(props: {
  title?: string;
  tabs?: { label: string; tabs: readonly CountedTab[]; active: string; onChange: (name: string) => void };
  /** Filters of the list, next to its title. */
  filters?: ReactNode;
  tools?: ReactNode;
  /** Note on the whole list, below its head. */
  note?: ReactNode;
  children: ReactNode;
}) {
  const { title, tabs, filters, tools, note, children } = props;
  const panelId = useId();
  return (
    <section className={joinClasses(pages.card, pages.cardFlush)}>
      <div className={styles.head}>
        {tabs && (
          <ListTabs
            {...tabs}
            tabs={tabs.tabs.map(({ count, ...tab }) => ({ ...tab, count: count?.toString() }))}
            panelId={panelId}
          />
        )}
        {title !== undefined && <h2>{title}</h2>}
        {filters}
        {tools && <div className={styles.tools}>{tools}</div>}
      </div>
      {note && <div className={styles.note}>{note}</div>}
      <div
        className={styles.body}
        id={panelId}
        {...(tabs && {
          role: 'tabpanel',
          'aria-label': tabs.tabs.find(({ name }) => name === tabs.active)?.label,
        })}
      >
        {children}
      </div>
    </section>
  );
}
