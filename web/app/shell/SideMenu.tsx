import { MenuFoldOutlined, MenuUnfoldOutlined, MoreOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { copies } from '#contract/copies.ts';
import type { MenuNode } from '#contract/menus.ts';
import { workOrders } from '#contract/work-orders.ts';
import { cappedCountText } from '#domain/lists/todo-tabs.ts';
import { listMenuLeaves } from '#domain/menus/landing.ts';
import { queryOf } from '#web/api/query-of.ts';
import feedbackStyles from '#web/toolkit/feedback/feedback.module.css';
import { MenuButton } from '#web/toolkit/page/MenuButton.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { phoneQuery, useMediaQuery } from '#web/toolkit/styles/use-media-query.ts';
import { useTypeScale } from '#web/toolkit/styles/use-type-scale.ts';
import { prefetchScreen } from '../screens.tsx';
import { iconOf } from './menu-icons.tsx';
import styles from './side-menu.module.css';

/** Shows the side menu, 220 px wide, or 80 px with every entry as an icon above its name. */
export function SideMenu(props: {
  nodes: readonly MenuNode[];
  loading: boolean;
  activeId: string | undefined;
  collapsed: boolean;
  onToggle: () => void;
}) {
  const { nodes, collapsed, activeId } = props;
  const label = collapsed ? '展开菜单' : '收起菜单';
  const phone = useMediaQuery(phoneQuery);
  const scale = useTypeScale();
  const menu = useRef<HTMLElement>(null);
  // Scrolls to the current entry, because the menu row at the lower edge can be wider than the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position of the entry depends on them
  useEffect(() => {
    menu.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId, props.loading, scale]);
  if (phone) {
    return (
      <nav ref={menu} className={styles.side} aria-label="主菜单">
        {props.loading ? <SideMenuSkeleton /> : <PhoneEntries nodes={nodes} activeId={activeId} />}
      </nav>
    );
  }
  return (
    <nav ref={menu} className={joinClasses(styles.side, collapsed && styles.collapsed)} aria-label="主菜单">
      <div className={styles.scroll}>
        {props.loading && <SideMenuSkeleton />}
        {collapsed ? (
          <ul>
            {listMenuLeaves(nodes).map((node) => (
              <Entry key={node.id} node={node} active={node.id === activeId} />
            ))}
          </ul>
        ) : (
          <Level nodes={nodes} activeId={activeId} />
        )}
      </div>
      <button type="button" className={styles.toggle} aria-expanded={!collapsed} onClick={props.onToggle}>
        {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        <span className={collapsed ? 'visually-hidden' : undefined}>{label}</span>
      </button>
    </nav>
  );
}

function Level(props: { nodes: readonly MenuNode[]; activeId: string | undefined }) {
  return (
    <ul>
      {props.nodes.map((node) =>
        node.children.length > 0 ? (
          <li key={node.id} className={styles.group}>
            <span className={styles.groupTitle} id={`menu-${node.id}`}>
              {node.title}
            </span>
            <Level nodes={node.children} activeId={props.activeId} />
          </li>
        ) : (
          node.url && <Entry key={node.id} node={node} active={node.id === props.activeId} />
        ),
      )}
    </ul>
  );
}

/** Number of entries that fit side by side at the lower edge of a phone. */
const maxOnPhone = 5;

/** Shows the first entries at the lower edge, the rest behind 更多. */
function PhoneEntries(props: { nodes: readonly MenuNode[]; activeId: string | undefined }) {
  const { nodes, activeId } = props;
  const leaves = listMenuLeaves(nodes);
  const visibleEntries = leaves.length > maxOnPhone ? leaves.slice(0, maxOnPhone - 1) : leaves;
  const more = leaves.slice(visibleEntries.length);
  return (
    <ul className={styles.phone}>
      {visibleEntries.map((node) => (
        <Entry key={node.id} node={node} active={node.id === activeId} />
      ))}
      {more.length > 0 && (
        <li>
          <MoreEntries nodes={more} active={more.some(({ id }) => id === activeId)} />
        </li>
      )}
    </ul>
  );
}

function MoreEntries({ nodes, active }: { nodes: readonly MenuNode[]; active: boolean }) {
  const navigate = useNavigate();
  return (
    <MenuButton
      className={joinClasses(styles.entry, active && styles.entryActive)}
      choices={nodes.map((node) => ({
        key: String(node.id),
        label: node.title,
        icon: iconOf(node),
        onChoose: () => void navigate(node.url),
      }))}
    >
      <MoreOutlined className={styles.icon} aria-hidden />
      <span className={styles.title}>更多</span>
    </MenuButton>
  );
}

function Entry(props: { node: MenuNode; active: boolean }) {
  const { node, active } = props;
  const { url } = node;
  return (
    <li>
      <Link
        to={url}
        className={joinClasses(styles.entry, active && styles.entryActive)}
        aria-current={active ? 'page' : undefined}
        onMouseEnter={() => prefetchScreen(url)}
        onFocus={() => prefetchScreen(url)}
      >
        <span className={styles.icon} aria-hidden="true">
          {iconOf(node)}
        </span>
        <span className={styles.title}>{node.title}</span>
        {url === todoUrl && <TodoCount />}
        {url === copiedUrl && <UnreadCopies />}
      </Link>
    </li>
  );
}

const todoUrl = '/todo';
const copiedUrl = '/copied';

/** Shows the number of tasks that wait for the user. */
function TodoCount() {
  return <Count count={useQuery(queryOf(workOrders.todoCounts, {})).data?.all} />;
}

/** Shows the number of copies that the user has not read. */
function UnreadCopies() {
  return <Count count={useQuery(queryOf(copies.unreadCount, {})).data?.count} />;
}

/** Shows nothing until the number is loaded. */
function Count({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      {cappedCountText(count)}
      <span className="visually-hidden">件</span>
    </span>
  );
}

function SideMenuSkeleton() {
  return (
    <div aria-hidden="true" className={styles.skeleton}>
      {[0, 1, 2, 3, 4].map((index) => (
        <div key={index} className={styles.entry}>
          <span className={feedbackStyles.skeleton} style={{ width: 16, height: 16 }} />
          <span
            className={joinClasses(feedbackStyles.skeleton, styles.title)}
            style={{ width: 70 + (index % 3) * 14 }}
          />
        </div>
      ))}
    </div>
  );
}
