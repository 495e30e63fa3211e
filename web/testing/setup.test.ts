import { render } from '@testing-library/react';
import { createElement } from 'react';
import { test } from 'vitest';

const ListWithoutKeys = () => ['one', 'two'].map((text) => createElement('p', null, text));

test.fails('fails when the page writes a console error', () => console.error('broken'));
test.fails('fails on a React warning', () => void render(createElement(ListWithoutKeys)));
