import type { News, NewsEntry } from '#shared/news/news.ts';

export const buildNewsEntry = (facts: Partial<Extract<NewsEntry, { kind: 'repairs' }>> = {}): NewsEntry => ({
  kind: 'repairs',
  id: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11',
  storeId: 'UK-1',
  storeRefNo: 'REF-1',
  at: '2026-11-21T09:00:00.000Z',
  news: ['rmaAssigned'],
  product: 'switch-oled',
  isOnlyAccessories: false,
  accessories: [],
  ...facts,
});

export const buildNews = (items: readonly NewsEntry[], facts: Partial<News> = {}): News => ({
  items: [...items],
  hasMore: false,
  marks: { repairs: '2026-11-21T09:00:00.000Z', returns: '2026-11-01T09:00:00.000Z', day: '2026-11-21' },
  ...facts,
});
