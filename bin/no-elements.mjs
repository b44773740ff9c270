// Where a site is rendered in Node there are no elements to register: their tags and texts are enough.
