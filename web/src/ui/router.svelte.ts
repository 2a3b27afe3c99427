// Addresses and pages. Links are ordinary links; clicks on them are caught here.
export const route = $state({ path: location.pathname, hash: location.hash, query: location.search });

function arrive(): void {
  route.path = location.pathname;
  route.hash = location.hash;
  route.query = location.search;
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  const before = route.path;
  arrive();
  if (before !== route.path) scrollTo(0, 0);
}

addEventListener('popstate', arrive);
document.addEventListener('click', (click) => {
  if (click.defaultPrevented || click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return;
  const link = (click.target as Element | null)?.closest('a');
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download') || link.pathname.startsWith('/api/')) return;
  if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
  click.preventDefault();
  go(link.pathname + link.search + link.hash);
});
addEventListener('hashchange', arrive);
