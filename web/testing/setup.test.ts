import { render } from '@testing-library/react';
import { createElement } from 'react';
import { test } from 'vitest';

const WithoutKeys = () => ['one', 'two'].map((text) => createElement('p', null, text));

test.fails('a test fails when the page writes an error to the console', () => console.error('broken'));
test.fails('a test fails at a warning of React’s', () => void render(createElement(WithoutKeys)));
