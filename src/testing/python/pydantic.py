"""As much of it as the program for Python names."""


class BaseModel:
    pass
