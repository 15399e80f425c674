import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { recordPageUnmount, shouldFocusOnArrival } from './arrival.ts';
import { KeepAliveScroller } from './KeepAliveScroller.tsx';
import styles from './page.module.css';

/**
 * Shows one screen: the 40 px bar with breadcrumbs, the heading and the page's actions, and the scrolling
 * part. The heading gets the focus on arrival; returning to a kept screen restores scroll position and focus.
 */
export function Page(props: {
  title: string;
  /** Breadcrumbs without the page's own title; by default those of the menu. */
  crumbs?: readonly Crumb[];
  /** Shows the back arrow; `useReturnPath` returns its target. */
  back?: () => void;
  actions?: ReactNode;
  /** Stays at the lower edge while the rest scrolls (the handler bar). */
  footer?: ReactNode;
  children: ReactNode;
}) {
  const { back, actions, footer, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const lastFocus = useRef<HTMLElement | null>(null);
  const section = useRef<HTMLElement>(null);
  const place = useContext(BreadcrumbsContext);
  // The screen of a menu entry has the entry's name, which the office can change.
  const title = place.entryTitle ?? props.title;
  // A second address of the same screen is not shown below itself.
  const crumbs = (props.crumbs ?? place.crumbs).filter((crumb) => crumb.title !== title);

  useEffect(() => {
    document.title = `${title} - 办件通`;
  }, [title]);

  // Runs before the page is removed: afterwards nothing has the focus.
  useLayoutEffect(() => {
    const element = section.current;
    return () => recordPageUnmount(element?.contains(document.activeElement) === true);
  }, []);

  useEffect(() => {
    if (!shouldFocusOnArrival()) return;
    const previousFocus = lastFocus.current;
    const target = previousFocus?.isConnected ? previousFocus : heading.current;
    target?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    const element = section.current;
    const recordFocus = (event: FocusEvent) => {
      if (event.target instanceof HTMLElement) lastFocus.current = event.target;
    };
    element?.addEventListener('focusin', recordFocus);
    return () => element?.removeEventListener('focusin', recordFocus);
  }, []);

  return (
    <section className={styles.page} ref={section}>
      <div className={styles.bar} data-back={back ? true : undefined}>
        {back && (
          <Button type="text" size="small" icon={<ArrowLeftOutlined />} aria-label="返回" onClick={back} />
        )}
        {crumbs.length > 0 && (
          <nav aria-label="当前位置" className={styles.crumbs}>
            <ol>
              {crumbs.map((crumb) => (
                <li key={crumb.title}>
                  {crumb.url === undefined ? (
                    crumb.title
                  ) : (
                    <Link to={crumb.url} target={crumb.target} replace={crumb.target === '_self'}>
                      {crumb.title}
                    </Link>
                  )}
                </li>
              ))}
            </ol>
          </nav>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <div className={styles.actions}>{actions}</div>
      </div>
      <KeepAliveScroller className={styles.scroller} testId="page-scroller">
        {children}
      </KeepAliveScroller>
      {footer && <div className={styles.footer}>{footer}</div>}
    </section>
  );
}

export interface Crumb {
  title: string;
  url?: string;
  /** Replaces this page, or opens a new tab; by default in the same tab (S2 §2). */
  target?: '_self' | '_blank';
}

/** The place of the current screen in the menu. */
export interface Breadcrumbs {
  /** Breadcrumbs; a page can set its own. */
  crumbs: readonly Crumb[];
  /** Title in the menu, if the screen belongs to a menu entry. */
  entryTitle: string | undefined;
}
export const BreadcrumbsContext = createContext<Breadcrumbs>({ crumbs: [], entryTitle: undefined });
