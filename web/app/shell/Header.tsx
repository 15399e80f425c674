import { Link, useLocation } from 'react-router';
import type { MenuNode } from '#contract/menus.ts';
import { findFirstPage } from '#domain/menus/landing.ts';
import { useMeIsPending } from '#web/api/use-me.ts';
import { MessageBell } from '#web/features/messages/MessageBell.tsx';
import buttonStyles from '#web/toolkit/page/header-button.module.css';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import styles from './header.module.css';
import { OrderSearch } from './OrderSearch.tsx';
import { UserMenu } from './UserMenu.tsx';

/** Shows the upper bar of the header; the lower one belongs to the screen (`Page`). */
export function Header(props: { systems: readonly MenuNode[]; activeSystem: string | undefined }) {
  const { pathname } = useLocation();
  const isPending = useMeIsPending();
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.brand}>
        <img src="/emblem.svg" alt="" width={28} height={28} />
        <span>办件通</span>
      </Link>
      <nav className={styles.systems} aria-label="子系统">
        {props.systems.map((system) => {
          const first = findFirstPage(system);
          const active = system.code === props.activeSystem;
          return first === undefined ? null : (
            <Link
              key={system.id}
              to={first}
              className={active ? styles.active : undefined}
              aria-current={active || undefined}
            >
              {system.title}
            </Link>
          );
        })}
      </nav>
      <div className={joinClasses(styles.tools, isPending && styles.pending)}>
        <OrderSearch />
        <Link
          to={`/help?of=${encodeURIComponent(pathname)}`}
          target="_blank"
          className={joinClasses(buttonStyles.button, styles.help)}
        >
          帮助
        </Link>
        <MessageBell />
        <UserMenu systems={props.systems.filter(({ code }) => code !== props.activeSystem)} />
      </div>
    </header>
  );
}
