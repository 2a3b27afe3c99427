"""What crosses the border: every message of clients and every answer, as OpenAPI and the browser's types describe them."""
